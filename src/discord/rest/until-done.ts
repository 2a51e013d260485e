import { DiscordAPIError, RateLimitError } from 'discord.js';
import { OperatorFault } from '../../faults/operator-fault.ts';
import type { Outcome } from '../../ports/delivery.ts';
import type { Log } from '../../ports/log.ts';
import { Backoff } from '../../time/backoff.ts';
import type { Clock } from '../../time/clock.ts';
import { orAborted } from '../../time/within.ts';
import { AddressBanned, NotBefore, TokenRefused } from './faults.ts';
import { outcomeOf } from './outcome.ts';

const BACKOFF = new Backoff({ firstMs: 500, capMs: 60_000, jitter: 0.5 });
/** After a 400 or 413: the next attempt sends the same, and only a new limit or a change at Discord lets it pass. */
const REJECTED_BACKOFF = new Backoff({ firstMs: 500, capMs: 20 * 60_000, jitter: 0.5 });

/** Sentences of the log: when the first attempt has failed, and when one went well after that. */
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
 * Repeats what Discord is asked until it goes well, with a back-off; said once when it begins to fail and once when that is
 * over. Each attempt gets nothing of the one before.
 * @throws OperatorFault, such as DiscordRefused, where waiting does not help; the signal's reason as soon as it aborts
 */
export async function untilDone<T>(
  attempt: () => Promise<T>,
  { failing, rejected = failing, over }: Words,
  { clock, random, log, signal }: Patience,
): Promise<T> {
  let said: string | null = null;
  for (let failures = 0; ; failures += 1) {
    try {
      // Discord can keep an answer back for a minute.
      const done = await orAborted(attempt(), signal);
      if (said !== null) log.info({ attempts: failures + 1 }, over);
      return done;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OperatorFault) throw error;
      const outcome = outcomeOf(error);
      if (outcome.kind === 'unauthorized') throw new TokenRefused();
      const retryInMs = waitAfter(error, outcome, failures, random());
      const isOnPurpose = error instanceof NotBefore;
      // The guard of the address logs the begin and the end of its hold, for all requests together.
      const isLogged = error instanceof AddressBanned;
      const ofOutcome = outcome.kind === 'rejected' ? rejected : failing;
      const sentence = isOnPurpose ? error.message : isNobodys(error) ? NOT_DISCORD : ofOutcome;
      if (sentence !== said && !isLogged) log.warn(isOnPurpose ? { retryInMs } : { err: error, retryInMs }, sentence);
      if (!isLogged) said = sentence;
      await clock.sleep(retryInMs, signal);
      signal.throwIfAborted();
    }
  }
}

const NOT_DISCORD = 'What answers is not Discord: correct DISCORD_API_URL, or leave it out; trying again all the same';

/** A 404 without a code of Discord's own: nobody knows the path there. */
function isNobodys(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.status === 404 && !(Number(error.code) > 0);
}

function waitAfter(error: unknown, outcome: Outcome, failures: number, chance: number): number {
  if (error instanceof NotBefore) return error.waitMs;
  if (error instanceof RateLimitError && outcome.kind === 'retry') return outcome.waitMs;
  return (outcome.kind === 'rejected' ? REJECTED_BACKOFF : BACKOFF).after(failures).waitMs(chance);
}
