import { RESTJSONErrorCodes as ErrorCode, type ResponseLike } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { remoteFaultOf } from '../../faults/remote-fault.ts';
import type { Log } from '../../ports/log.ts';
import { beforeDeadline, type DeadlineClock } from '../../time/deadline.ts';
import { Backoff, retry } from '../../time/retry.ts';
import { AddressBanned, isUnlistedRefusal, Unanswered } from '../rest/faults.ts';
import { codeIn, type Send } from '../rest/send.ts';

/** Path of an acknowledgement of an interaction, which may already be an answer. */
const CALLBACK_PATH = /\/interactions\/\d+\/[^/]+\/callback$/;
/** Path of an answer after the acknowledgement. */
const ANSWER_PATH = /\/webhooks\/\d+\/[^/]+\/messages\/[^/]+$/;
/** Path of a further message. */
const FOLLOW_UP_PATH = /\/webhooks\/\d+\/[^/]+$/;

/** A kind of request that answers an interaction, and its rules for repetitions. */
interface AnswerRequest {
  /** Limits all waits after unlisted refusals together. Later the answer is useless, or its token has expired. */
  readonly longestWaitMs: number;
  readonly method: string;
  readonly path: RegExp;
  /** Limits the attempts while the outcome is unknown. */
  readonly attempts: number;
  /** The error code of a repetition after an earlier attempt was executed, or null if there is none. */
  readonly doneBefore: number | null;
}

const MOST_ATTEMPTS = 4;
/** Limits the waits of an acknowledgement, which Discord accepts for three seconds. */
const CALLBACK_WAIT_MS = 2_000;
/** Limits the waits of an answer, which Discord accepts for 15 minutes. */
const ANSWER_WAITS = { longestWaitMs: 10 * 60_000 };

const ANSWER_REQUESTS: readonly AnswerRequest[] = [
  {
    ...{ method: 'POST', path: CALLBACK_PATH, attempts: MOST_ATTEMPTS, longestWaitMs: CALLBACK_WAIT_MS },
    doneBefore: ErrorCode.InteractionHasAlreadyBeenAcknowledged,
  },
  { ...ANSWER_WAITS, method: 'PATCH', path: ANSWER_PATH, attempts: MOST_ATTEMPTS, doneBefore: null },
  {
    ...ANSWER_WAITS,
    method: 'DELETE',
    path: ANSWER_PATH,
    attempts: MOST_ATTEMPTS,
    doneBefore: ErrorCode.UnknownMessage,
  },
  // A follow-up has no nonce: a repetition after an executed attempt would post it twice.
  { ...ANSWER_WAITS, method: 'POST', path: FOLLOW_UP_PATH, attempts: 1, doneBefore: null },
];

/** Limits one attempt to acknowledge. Discord accepts it for three seconds, and a repetition reveals the outcome. */
const CALLBACK_ATTEMPT_MS = 3_000;
const MOST_UNCERTAIN_REQUESTS = 1_000;
const ANSWER_BACKOFF = new Backoff({ firstMs: 200, capMs: 1_000, jitter: 0.5 });
/** Waits between attempts that Discord refuses with an unlisted code. */
const REFUSED_BACKOFF = new Backoff({ firstMs: 400, capMs: 30_000, jitter: 0.5 });
/** Limits each repetition. discord.js's own deadline covers the first attempt. */
const REPEATED_ATTEMPT_MS = 15_000;
/** Error codes of an interaction that Discord accepts no more answers to. */
export const TOO_LATE_CODES: ReadonlySet<number | string> = new Set([
  ErrorCode.UnknownInteraction,
  ErrorCode.InteractionHasAlreadyBeenAcknowledged,
  ErrorCode.InvalidWebhookToken,
  ErrorCode.UnknownWebhook,
]);

/** A refusal that executed nothing and may be temporary. */
interface Refused {
  readonly waitMs: number;
  /** Returns the refusal to discord.js, or throws it. */
  giveUp(): ResponseLike;
}

export interface RepeatParts {
  readonly clock: DeadlineClock;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Repeats acknowledgements of interactions and answers to them.
 *
 * - After a cut connection or a 5xx the outcome is unknown. All but follow-ups are repeated, because discord.js repeats
 *   too fast or not at all. A repetition that is refused because an earlier attempt was executed is a success. If the
 *   first attempt is refused in this way, another program has answered, and discord.js throws.
 * - A 403 or 404 with an unlisted code, and a hold of the address, executed nothing. The request is repeated while the
 *   answer is useful.
 *
 * @throws Unanswered, after which discord.js does not repeat
 */
export function repeatAnswers(send: Send, { clock, random, log }: RepeatParts): Send {
  /** Requests that Discord may have executed. Kept across calls, because discord.js itself repeats after a 429. */
  const uncertain = new LRUCache<string, true>({ max: MOST_UNCERTAIN_REQUESTS });
  return async (url, init) => {
    const { pathname } = new URL(url);
    const kind = ANSWER_REQUESTS.find(({ method, path }) => method === init.method && path.test(pathname));
    if (!kind) return send(url, init);
    const key = `${init.method} ${pathname}`;
    const sendAgain: Send = (to, again) =>
      beforeDeadline({ ms: REPEATED_ATTEMPT_MS, clock }, (signal) => send(to, { ...again, signal }));
    let refusals = 0;
    let waitedMs = 0;
    const sendPastRefusals = async (): Promise<ResponseLike> => {
      for (;;) {
        const end = await attempt(refusals === 0 ? send : sendAgain, [url, init], kind, clock);
        if (!('giveUp' in end)) return end;
        const waitMs = Math.max(end.waitMs, REFUSED_BACKOFF.after(refusals).waitMs(random()));
        refusals += 1;
        waitedMs += waitMs;
        if (waitedMs > kind.longestWaitMs) return end.giveUp();
        log.debug({ waitMs }, 'Answer refused with an unlisted code, retrying');
        await clock.sleep(waitMs);
      }
    };
    const response = await retry(sendPastRefusals, {
      // `retry` gets no signal: an aborted follow-up must end as Unanswered, or discord.js would repeat it.
      clock: { sleep: (ms) => clock.sleep(ms, init.signal ?? undefined) },
      random,
      backoff: ANSWER_BACKOFF,
      mostAttempts: kind.attempts,
      isRetryable: (error) => error instanceof Unanswered,
      condition: {
        set(error, facts) {
          uncertain.set(key, true);
          log.debug({ err: error, ...facts }, 'Outcome of an answer unknown, sending it again');
        },
        clear: () => {},
      },
    });
    return uncertain.has(key) ? asTaken(response, kind.doneBefore) : response;
  };
}

/**
 * Sends one attempt.
 *
 * @throws Unanswered if the outcome is unknown; other errors if discord.js aborted the request, or if neither Discord
 *   nor the network failed
 */
async function attempt(
  send: Send,
  [url, init]: Parameters<Send>,
  { path }: AnswerRequest,
  clock: DeadlineClock,
): Promise<ResponseLike | Refused> {
  const { signal } = init;
  let response: ResponseLike;
  try {
    response = await (path === CALLBACK_PATH && signal
      ? beforeDeadline({ ms: CALLBACK_ATTEMPT_MS, clock, signal }, (soon) => send(url, { ...init, signal: soon }))
      : send(url, init));
    if (response.status === 403 || response.status === 404) return await readRefusal(response);
    if (response.status < 500) return response;
    await response.text();
  } catch (error) {
    if (error instanceof AddressBanned) {
      const giveUp = () => {
        throw error;
      };
      return { waitMs: error.waitMs, giveUp };
    }
    // discord.js repeats a request after its own time-out, so an aborted follow-up must end as Unanswered.
    const isOver = signal?.aborted && path !== FOLLOW_UP_PATH;
    if (isOver || remoteFaultOf(error) === null) throw error;
    throw new Unanswered('Discord does not answer', { cause: error });
  }
  throw new Unanswered(`Discord answers with ${response.status}`);
}

/** Returns the response, or a refusal if its code is unlisted. */
async function readRefusal(response: ResponseLike): Promise<ResponseLike | Refused> {
  const text = await response.text();
  const code = codeIn(text);
  const answer = new Response(text, response);
  const isFinal =
    TOO_LATE_CODES.has(code) || code === ErrorCode.ThisInteractionHasHitTheMaximumNumberOfFollowUpMessages;
  return isFinal || !isUnlistedRefusal(response.status, code) ? answer : { waitMs: 0, giveUp: () => answer };
}

/** Turns a repeated request's error into a success if its code says that an earlier attempt was executed. */
async function asTaken(response: ResponseLike, doneBefore: number | null): Promise<ResponseLike> {
  if (doneBefore === null || response.status < 400) return response;
  const text = await response.text();
  const isDone = new RegExp(`"code"\\s*:\\s*${doneBefore}\\b`).test(text);
  return isDone ? new Response(null, { status: 204 }) : new Response(text, response);
}
