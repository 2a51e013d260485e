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
  const times = await listTimes(from);
  progress.begin(`snapshots: 0 of ${times.length}`);
  await session.query('DELETE FROM snapshots');
  await to.removeUnfinished();
  for (const [copied, at] of times.entries()) {
    const copy = to.begin();
    for await (const piece of (await from.read(at)) ?? []) await copy.write(piece);
    await copy.finish(at);
    progress.show(`snapshots: ${copied + 1} of ${times.length}`);
  }
}

/** Reads all snapshots. */
export async function snapshotSums(snapshots: StoredSnapshots): Promise<Sums> {
  let sums = NO_SUMS;
  for (const at of await listTimes(snapshots)) {
    const hash = createHash('sha256');
    for await (const piece of (await snapshots.read(at)) ?? []) hash.update(piece);
    sums = plus(sums, [at, hash.digest('hex')]);
  }
  return sums;
}

/** @returns when each snapshot was taken, epoch ms, the latest first */
async function listTimes(snapshots: StoredSnapshots): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = await snapshots.latestBefore(Infinity); at !== null; at = await snapshots.latestBefore(at)) {
    times.push(at);
  }
  return times;
}
