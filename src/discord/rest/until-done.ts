import { DiscordAPIError, RateLimitError } from 'discord.js';
import { OperatorFault } from '../../faults/operator-fault.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { orAborted } from '../../time/deadline.ts';
import { Backoff, retry } from '../../time/retry.ts';
import { AddressBanned, NotBefore, outcomeOf, TokenRefused } from './faults.ts';

const BACKOFF = new Backoff({ firstMs: 500, capMs: 60_000, jitter: 0.5 });
/** After a 400 or 413: the next attempt sends the same, and only a new limit or a change at Discord lets it pass. */
const REJECTED_BACKOFF = new Backoff({ firstMs: 500, capMs: 20 * 60_000, jitter: 0.5 });

const NOT_DISCORD = 'Answers are not Discord’s: correct DISCORD_API_URL, or leave it out; trying again all the same';

/** Sentences of the log: after the first failed attempt, and after the success that follows it. */
export interface Words {
  readonly failing: string;
  /** If Discord rejects the content of the request (400 or 413). Default: `failing`. */
  readonly rejected?: string;
  readonly over: string;
}

export interface Patience {
  readonly clock: Pick<Clock, 'sleep'>;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Repeats a request to Discord until it succeeds. Each cause of failure is logged once when it begins, and their end
 * once.
 * @throws OperatorFault, such as DiscordRefused, where waiting does not help; the signal's reason as soon as it aborts
 */
export function untilDone<T>(attempt: () => Promise<T>, words: Words, { log, ...patience }: Patience): Promise<T> {
  let failures = 0;
  let logged: string | null = null;
  return retry(() => orUnauthorized(attempt, patience.signal), {
    ...patience,
    backoff: BACKOFF,
    isRetryable: (error) => !(error instanceof OperatorFault),
    demandedMs: (error) => demandedMs(error, failures, patience.random),
    condition: {
      set(error, facts) {
        failures += 1;
        // The guard of the address logs the begin and the end of its hold, for all requests together.
        if (error instanceof AddressBanned) return;
        const sentence = sentenceFor(error, words);
        if (sentence !== logged) log.warn(error instanceof NotBefore ? facts : { err: error, ...facts }, sentence);
        logged = sentence;
      },
      clear() {
        if (logged !== null) log.info({ attempts: failures + 1 }, words.over);
      },
    },
  });
}

/** @throws the signal's reason as soon as it aborts: Discord can keep an answer back for a minute */
async function orUnauthorized<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await orAborted(attempt(), signal);
  } catch (error) {
    throw outcomeOf(error).kind === 'unauthorized' ? new TokenRefused() : error;
  }
}

function sentenceFor(error: unknown, { failing, rejected = failing }: Words): string {
  if (error instanceof NotBefore) return error.message;
  // A 404 without a code of Discord's own: nobody knows the path there.
  if (error instanceof DiscordAPIError && error.status === 404 && !(Number(error.code) > 0)) return NOT_DISCORD;
  return outcomeOf(error).kind === 'rejected' ? rejected : failing;
}

function demandedMs(error: unknown, failures: number, random: () => number): number {
  if (error instanceof NotBefore) return error.waitMs;
  const outcome = outcomeOf(error);
  if (error instanceof RateLimitError && outcome.kind === 'retry') return outcome.waitMs;
  return outcome.kind === 'rejected' ? REJECTED_BACKOFF.after(failures).waitMs(random()) : 0;
}
