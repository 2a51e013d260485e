import { DiscordAPIError, RateLimitError } from 'discord.js';
import { OperatorFault } from '../../faults/operator-fault.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { orAborted } from '../../time/deadline.ts';
import { Backoff, retry } from '../../time/retry.ts';
import { AddressBanned, NotBefore, outcomeOf, TokenRefused } from './faults.ts';

const REQUEST_BACKOFF = new Backoff({ firstMs: 500, capMs: 60_000, jitter: 0.5 });
/** Waits after a 400 or 413. Attempts are rare, because only a change at Discord lets the same request pass. */
const REJECTED_BACKOFF = new Backoff({ firstMs: 500, capMs: 20 * 60_000, jitter: 0.5 });

const WRONG_API_URL = 'Responses are not from Discord, retrying: correct DISCORD_API_URL or leave it out';

/** Log lines of one request. */
export interface RequestLogLines {
  /** Logged after the first failed attempt. */
  readonly failing: string;
  /** Logged instead if Discord rejects the content of the request (400 or 413). Default: `failing`. */
  readonly rejected?: string;
  /** Logged after a success that follows failures. */
  readonly recovered: string;
}

export interface RequestRetryParts {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Repeats a request to Discord until it succeeds. Logs each new cause of failure once, and the recovery once.
 *
 * @throws OperatorFault, such as DiscordRefused, if a retry does not help; the signal's reason as soon as it aborts
 */
export function retryRequest<T>(
  attempt: () => Promise<T>,
  words: RequestLogLines,
  { log, ...patience }: RequestRetryParts,
): Promise<T> {
  let failures = 0;
  let logged: string | null = null;
  return retry(() => orUnauthorized(attempt, patience.signal), {
    ...patience,
    backoff: REQUEST_BACKOFF,
    isRetryable: (error) => !(error instanceof OperatorFault),
    demandedMs: (error) => demandedMs(error, failures, patience.random),
    condition: {
      set(error, facts) {
        failures += 1;
        // `AddressBan` logs the start and the end of its hold once for all requests.
        if (error instanceof AddressBanned) return;
        const sentence = logLineFor(error, words);
        if (sentence !== logged) log.warn(error instanceof NotBefore ? facts : { err: error, ...facts }, sentence);
        logged = sentence;
      },
      clear() {
        if (logged !== null) log.info({ attempts: failures + 1 }, words.recovered);
      },
    },
  });
}

/**
 * @throws TokenRefused if Discord rejects the token; the signal's reason as soon as it aborts, because an answer can
 *   take a minute
 */
async function orUnauthorized<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await orAborted(attempt(), signal);
  } catch (error) {
    throw outcomeOf(error).kind === 'unauthorized' ? new TokenRefused() : error;
  }
}

function logLineFor(error: unknown, { failing, rejected = failing }: RequestLogLines): string {
  if (error instanceof NotBefore) return error.message;
  // Discord's own 404s carry a code. Without one, DISCORD_API_URL names another server.
  if (error instanceof DiscordAPIError && error.status === 404 && !(Number(error.code) > 0)) return WRONG_API_URL;
  return outcomeOf(error).kind === 'rejected' ? rejected : failing;
}

function demandedMs(error: unknown, failures: number, random: () => number): number {
  if (error instanceof NotBefore) return error.waitMs;
  const outcome = outcomeOf(error);
  if (error instanceof RateLimitError && outcome.kind === 'retry') return outcome.waitMs;
  return outcome.kind === 'rejected' ? REJECTED_BACKOFF.after(failures).waitMs(random()) : 0;
}
