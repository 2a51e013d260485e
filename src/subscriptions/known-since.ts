import type { Change } from '../market/change.ts';
import type { Journal } from '../ports/journal.ts';

/** So many events from before Crier's start show that the stream reported a past. One event may carry an old date. */
const A_PAST = 10;
/** The longest time without any event in which the log still counts as complete: a quiet night. */
const QUIET_MS = 6 * 60 * 60_000;

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
  const begins = [events, await journal.purchases(from)].flatMap((all) => {
    const past = all.filter(({ at }) => at < beganAt);
    return past.length < A_PAST ? [] : [past[0]?.at ?? beganAt];
  });
  const first = Math.min(beganAt, ...begins);
  return first - from < QUIET_MS ? from : first;
}
