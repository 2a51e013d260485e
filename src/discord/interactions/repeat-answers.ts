import { RESTJSONErrorCodes as ErrorCode, type ResponseLike } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { remoteFaultOf } from '../../faults/remote-fault.ts';
import type { Log } from '../../ports/log.ts';
import { beforeDeadline, type DeadlineClock } from '../../time/deadline.ts';
import { Backoff, retry } from '../../time/retry.ts';
import { AddressBanned, isUnlisted, Unanswered } from '../rest/faults.ts';
import { codeIn, type Send } from '../rest/send.ts';

/** The acknowledgement of an interaction, which may be an answer. */
const CALLBACK = /\/interactions\/\d+\/[^/]+\/callback$/;
/** An answer to an interaction after that. */
const ANSWER = /\/webhooks\/\d+\/[^/]+\/messages\/[^/]+$/;
/** A further message after it. */
const FOLLOW_UP = /\/webhooks\/\d+\/[^/]+$/;

/** A request that answers an interaction, and how it may be repeated. */
interface AnswerRequest {
  /** Limit of all waits after refusals that execute nothing: the answer is of no use later, or its token is over. */
  readonly longestWaitMs: number;
  readonly method: string;
  readonly path: RegExp;
  /** How often it is sent at most. */
  readonly attempts: number;
  /** The code that a repetition gets where an attempt before was taken; null: none. */
  readonly doneBefore: number | null;
}

const MOST_ATTEMPTS = 4;
/** Discord takes an acknowledgement for three seconds. */
const CALLBACK_WAIT_MS = 2_000;
/** Discord takes answers for 15 minutes. */
const LATER = { longestWaitMs: 10 * 60_000 };

const ANSWER_REQUESTS: readonly AnswerRequest[] = [
  {
    ...{ method: 'POST', path: CALLBACK, attempts: MOST_ATTEMPTS, longestWaitMs: CALLBACK_WAIT_MS },
    doneBefore: ErrorCode.InteractionHasAlreadyBeenAcknowledged,
  },
  { ...LATER, method: 'PATCH', path: ANSWER, attempts: MOST_ATTEMPTS, doneBefore: null },
  { ...LATER, method: 'DELETE', path: ANSWER, attempts: MOST_ATTEMPTS, doneBefore: ErrorCode.UnknownMessage },
  // It takes no nonce: sent again after an attempt that may have been executed, it would be there twice.
  { ...LATER, method: 'POST', path: FOLLOW_UP, attempts: 1, doneBefore: null },
];

/** For so long Discord takes an acknowledgement: who waits longer for its word asks by sending it again. */
const CALLBACK_MS = 3_000;
const MOST_REMEMBERED = 1_000;
const BACKOFF = new Backoff({ firstMs: 200, capMs: 1_000, jitter: 0.5 });
/** Between attempts that Discord refuses with a code of unknown meaning. */
const REFUSED_BACKOFF = new Backoff({ firstMs: 400, capMs: 30_000, jitter: 0.5 });
/** discord.js's own deadline covers the first attempt. */
const ATTEMPT_MS = 15_000;
/** Codes of an interaction whose answers Discord takes no longer. */
export const TOO_LATE: ReadonlySet<number | string> = new Set([
  ErrorCode.UnknownInteraction,
  ErrorCode.InteractionHasAlreadyBeenAcknowledged,
  ErrorCode.InvalidWebhookToken,
  ErrorCode.UnknownWebhook,
]);

/** A refusal that may pass and that has executed nothing. */
interface Refused {
  readonly waitMs: number;
  /** Gives discord.js the refusal. */
  giveUp(): ResponseLike;
}

export interface RepeatParts {
  readonly clock: DeadlineClock;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Repeats acknowledgements of interactions and answers to them.
 *
 * - After a cut connection or a 5xx nobody knows whether Discord took the answer. discord.js repeats a 5xx, a reset and
 *   a time-out four times within some ms, and never a connection that Discord closed. Further messages are not
 *   repeated. A repetition that is refused because an earlier attempt was taken is a success. If the first attempt is
 *   refused so, another instance has answered, and discord.js throws that.
 * - A 403 or 404 of unknown meaning, and a hold of the address, have executed nothing. All of them are repeated while
 *   the answer is of use.
 *
 * @throws Unanswered, after which discord.js does not repeat
 */
export function repeatAnswers(send: Send, { clock, random, log }: RepeatParts): Send {
  /** Requests that Discord may have taken already: discord.js repeats after a 429, and an apology goes the same way. */
  const uncertain = new LRUCache<string, true>({ max: MOST_REMEMBERED });
  return async (url, init) => {
    const { pathname } = new URL(url);
    const kind = ANSWER_REQUESTS.find(({ method, path }) => method === init.method && path.test(pathname));
    if (!kind) return send(url, init);
    const key = `${init.method} ${pathname}`;
    const sendAgain: Send = (to, again) =>
      beforeDeadline({ ms: ATTEMPT_MS, clock }, (signal) => send(to, { ...again, signal }));
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
        log.debug({ waitMs }, 'Discord refuses an answer for an unknown reason, retrying');
        await clock.sleep(waitMs);
      }
    };
    const response = await retry(sendPastRefusals, {
      // Not the signal: a further message whose time is over must stay unanswered, or discord.js repeats it.
      clock: { sleep: (ms) => clock.sleep(ms, init.signal ?? undefined) },
      random,
      backoff: BACKOFF,
      mostAttempts: kind.attempts,
      isRetryable: (error) => error instanceof Unanswered,
      condition: {
        set(error, facts) {
          uncertain.set(key, true);
          log.debug({ err: error, ...facts }, 'Discord has not said whether it took an answer; it is sent again');
        },
        clear: () => {},
      },
    });
    return uncertain.has(key) ? asTaken(response, kind.doneBefore) : response;
  };
}

/**
 * @throws Unanswered if Discord has not said whether it took the request; other errors where discord.js has taken the
 *   request back, or the fault is neither Discord's nor the network's
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
    response = await (path === CALLBACK && signal
      ? beforeDeadline({ ms: CALLBACK_MS, clock, signal }, (soon) => send(url, { ...init, signal: soon }))
      : send(url, init));
    if (response.status === 403 || response.status === 404) return await refusalIn(response);
    if (response.status < 500) return response;
    await response.text();
  } catch (error) {
    if (error instanceof AddressBanned) {
      const giveUp = () => {
        throw error;
      };
      return { waitMs: error.waitMs, giveUp };
    }
    // The time-out of discord.js, after which it would repeat what may have been taken.
    const isOver = signal?.aborted && path !== FOLLOW_UP;
    if (isOver || remoteFaultOf(error) === null) throw error;
    throw new Unanswered('Discord does not answer', { cause: error });
  }
  throw new Unanswered(`Discord answers with ${response.status}`);
}

/** The response, or a refusal if its code has no known meaning. */
async function refusalIn(response: ResponseLike): Promise<ResponseLike | Refused> {
  const text = await response.text();
  const code = codeIn(text);
  const answer = new Response(text, response);
  const isFinal = TOO_LATE.has(code) || code === ErrorCode.ThisInteractionHasHitTheMaximumNumberOfFollowUpMessages;
  return isFinal || !isUnlisted(response.status, code) ? answer : { waitMs: 0, giveUp: () => answer };
}

/** The response to a repeated request: where its code says that an attempt before was taken, that is success. */
async function asTaken(response: ResponseLike, doneBefore: number | null): Promise<ResponseLike> {
  if (doneBefore === null || response.status < 400) return response;
  const text = await response.text();
  const isDone = new RegExp(`"code"\\s*:\\s*${doneBefore}\\b`).test(text);
  return isDone ? new Response(null, { status: 204 }) : new Response(text, response);
}
