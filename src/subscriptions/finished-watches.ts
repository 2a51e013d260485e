import type { Journal } from '../ports/journal.ts';
import type { Settings, Subscriptions, Turns } from '../ports/settings.ts';

/** A watch that has ended stays in its owner's list for so long. */
const ENDED_KEPT_MS = 7 * 24 * 60 * 60_000;

interface FinishedParts {
  readonly subscriptions: Pick<Subscriptions, 'endingBefore'>;
  readonly settings: Pick<Settings, 'removeWatch'>;
  readonly turns: Turns;
  readonly journal: Pick<Journal, 'lastDelivered'>;
}

/**
 * Removes the watches that ended a week ago, and those that tell once and have, where delivery could not.
 * @param now epoch ms
 * @throws NotSaved
 */
export async function removeFinished(
  { subscriptions, settings, turns, journal }: FinishedParts,
  now: number,
): Promise<void> {
  const longAgo = now - ENDED_KEPT_MS;
  for await (const { id, userId, expiresAt, repeat } of subscriptions.endingBefore(longAgo)) {
    const endedLongAgo = expiresAt !== null && expiresAt < longAgo;
    const isDone = repeat === 'once' && (await journal.lastDelivered([id])).has(id);
    if (endedLongAgo || isDone) await turns.run(`user:${userId}`, () => settings.removeWatch(id));
  }
}
