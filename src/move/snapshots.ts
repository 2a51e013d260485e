import { createHash } from 'node:crypto';
import type { Progress } from '../log/progress.ts';
import type { Snapshots, StoredSnapshots } from '../ports/snapshots.ts';
import type { Session } from '../storage/postgres/session.ts';
import { NO_SUMS, plus, type Sums } from './copied.ts';

/**
 * Copies all snapshots, each time from the first: there are few, and new ones replace them soon.
 * @param progress receives the number of copied snapshots
 */
export async function copySnapshots(
  from: StoredSnapshots,
  to: Snapshots,
  { session, progress }: { readonly session: Session; readonly progress: Pick<Progress, 'begin' | 'show'> },
): Promise<void> {
  let all = 0;
  for await (const _ of timesOf(from)) all += 1;
  let copied = 0;
  progress.begin(`snapshots: ${copied} of ${all}`);
  await session.query('DELETE FROM snapshots');
  await to.removeUnfinished();
  for await (const at of timesOf(from)) {
    const copy = to.begin();
    for await (const piece of (await from.read(at)) ?? []) await copy.write(piece);
    await copy.finish(at);
    copied += 1;
    progress.show(`snapshots: ${copied} of ${all}`);
  }
}

/** Reads all snapshots. */
export async function snapshotSums(snapshots: StoredSnapshots): Promise<Sums> {
  let sums = NO_SUMS;
  for await (const at of timesOf(snapshots)) {
    const hash = createHash('sha256');
    for await (const piece of (await snapshots.read(at)) ?? []) hash.update(piece);
    sums = plus(sums, [at, hash.digest('hex')]);
  }
  return sums;
}

async function* timesOf(snapshots: StoredSnapshots): AsyncGenerator<number> {
  for (let at = await snapshots.latestBefore(Infinity); at !== null; at = await snapshots.latestBefore(at)) yield at;
}
