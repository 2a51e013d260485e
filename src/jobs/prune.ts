import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';

const DAY_MS = 24 * 60 * 60_000;
const FIRST_AFTER_MS = 60_000;

/** Drops history older than so many days, a minute after the start and then daily; until the signal aborts. */
export async function pruneDaily(
  journal: Journal,
  days: number,
  clock: Clock,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  for (let waitMs = FIRST_AFTER_MS; ; waitMs = DAY_MS) {
    await clock.sleep(waitMs, signal);
    if (signal.aborted) return;
    try {
      await journal.prune(clock.now() - days * DAY_MS);
    } catch (error) {
      log.error({ err: error }, 'Old history could not be dropped; trying again tomorrow');
    }
  }
}
