import type { GlobalRateLimiter } from '../ports/delivery.ts';
import type { SendHolds } from '../ports/discord-limits.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';

/** Holds below this are not saved: they end before the next process has started. */
const WORTH_KEEPING_MS = 1_000;
/** Limits a saved hold, because the clock that wrote it may have been wrong. */
const LONGEST_MS = 60 * 60_000;

/** Saves the holds of the bot through restarts and logs the rest of one. */
export async function persistHolds(
  rateLimiter: GlobalRateLimiter,
  holds: SendHolds,
  clock: Pick<Clock, 'now'>,
  log: Log,
): Promise<GlobalRateLimiter> {
  const leftMs = Math.min(((await holds.until('bot')) ?? 0) - clock.now(), LONGEST_MS);
  if (leftMs > 0) {
    log.warn({ waitMs: leftMs }, 'Discord has asked this bot to wait: Crier asks nothing until that is over');
    await rateLimiter.hold(leftMs);
  }
  return {
    pass: (signal) => rateLimiter.pass(signal),
    async hold(ms) {
      await rateLimiter.hold(ms);
      if (ms >= WORTH_KEEPING_MS) await holds.keep('bot', clock.now() + ms, ms);
    },
  };
}
