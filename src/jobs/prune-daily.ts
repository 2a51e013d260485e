import { setTimeout as wait } from 'node:timers/promises';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';

const DAY_MS = 24 * 60 * 60_000;
const FIRST_AFTER_MS = 60_000;

/** Drops history older than so many days, a minute after the start and then daily; until the signal aborts. */
export async function pruneDaily(journal: Journal, days: number, log: Log, signal: AbortSignal): Promise<void> {
  for (let delayMs = FIRST_AFTER_MS; await slept(delayMs, signal); delayMs = DAY_MS) {
    try {
      await journal.prune(Date.now() - days * DAY_MS);
    } catch (error) {
      log.error({ err: error }, 'Old history could not be dropped; trying again tomorrow');
    }
  }
}

/** False: the signal came first. */
async function slept(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(ms, undefined, { signal });
    return true;
  } catch {
    return false; // The abort is the only way it rejects.
  }
}
