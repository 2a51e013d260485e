import type { Change } from '../market/change.ts';
import { eventsKnownSince } from '../market/reported-past.ts';
import type { Journal } from '../ports/journal.ts';

interface KnownParts {
  readonly journal: Pick<Journal, 'purchases' | 'oldShopsUntil'>;
  /** When Crier first ran, epoch ms. */
  readonly beganAt: number;
}

/**
 * Tells since when the log shows everything. Changes of shops are known from Crier's first look on, or that of the first
 * Crier that read them as today; the stream also reports earlier events. The first event of one item says nothing about
 * that, so the events of all items count.
 * @param changes the changes at hand, the oldest first
 * @param from the begin of the time in question, epoch ms
 * @returns epoch ms; at most `from` if all of it is known
 */
export async function knownSince(
  isOnStream: boolean,
  changes: readonly Change[],
  from: number,
  { journal, beganAt }: KnownParts,
): Promise<number> {
  if (!isOnStream) return Math.max(beganAt, (await journal.oldShopsUntil()) ?? beganAt);
  if (beganAt <= from) return beganAt;
  const events = changes.filter(({ kind }) => kind === 'traded' || kind === 'auctioned');
  const logs = [events, await journal.purchases(from)].map((log) => log.map(({ at }) => at));
  return eventsKnownSince(logs, from, beganAt);
}
