import type { Snapshots } from '../ports/snapshots.ts';
import type { Session } from '../storage/postgres/session.ts';

/** How many snapshots there are, and of how many bytes. */
export interface SnapshotSums {
  readonly rows: number;
  readonly sum: string;
}

const FORGET = 'DELETE FROM snapshots';
const SUMS = `SELECT (SELECT count(*) FROM snapshots) AS rows,
  (SELECT coalesce(sum(octet_length(bytes)), 0)::text FROM snapshot_pieces JOIN snapshots USING (upload)) AS sum`;

/** All of them anew: they are few, and soon replaced. @returns what was read */
export async function copySnapshots(from: Snapshots, to: Snapshots, session: Session): Promise<SnapshotSums> {
  await session.query(FORGET);
  await to.removeUnfinished();
  let [rows, bytes] = [0, 0];
  for (let at = await from.latestBefore(Infinity); at !== null; at = await from.latestBefore(at)) {
    const pieces = await from.read(at);
    const copy = to.begin();
    for await (const piece of pieces ?? []) {
      bytes += piece.length;
      await copy.write(piece);
    }
    await copy.finish(at);
    rows += 1;
  }
  return { rows, sum: String(bytes) };
}

export async function snapshotSums(session: Session): Promise<SnapshotSums> {
  const { rows } = await session.query<SnapshotSums>(SUMS);
  return rows[0] ?? { rows: 0, sum: '0' };
}
