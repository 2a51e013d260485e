import type { GlobalRateLimiter } from '../ports/delivery.ts';
import type { SendBlocks } from '../ports/discord-limits.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';

/** A shorter hold is over before a process has begun anew. */
const WORTH_KEEPING_MS = 1_000;
/** However long what stands written says: the clock may have been wrong. */
const LONGEST_MS = 60 * 60_000;

/** Keeps the holds of a pace through restarts; the rest of one is said in the log. */
export async function persistHolds(
  rateLimiter: GlobalRateLimiter,
  blocks: SendBlocks,
  clock: Pick<Clock, 'now'>,
  log: Log,
): Promise<GlobalRateLimiter> {
  const leftMs = Math.min(((await blocks.until('bot')) ?? 0) - clock.now(), LONGEST_MS);
  if (leftMs > 0) {
    log.warn({ waitMs: leftMs }, 'Discord has asked this bot to wait: Crier asks nothing until that is over');
    await rateLimiter.hold(leftMs);
  }
  return {
    pass: (signal) => rateLimiter.pass(signal),
    async hold(ms) {
      await rateLimiter.hold(ms);
      if (ms >= WORTH_KEEPING_MS) await blocks.keep('bot', clock.now() + ms, ms);
    },
  };
}
