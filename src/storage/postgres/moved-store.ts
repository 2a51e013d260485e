import { OperatorFault } from '../../faults/operator-fault.ts';
import type { Queryable } from './client.ts';
import { readText } from './text.ts';

/** A store of files that was moved into a database, or is being moved. */
export interface MovedStore {
  /** The path of its settings. */
  readonly source: string;
  /** What its files looked like. */
  readonly stamp: string;
  /** How far it is, in the words of whoever moves; null: at the beginning. */
  readonly position: string | null;
  /** Epoch ms; null: not all of it is here. */
  readonly doneAt: number | null;
}

const READ = `SELECT source, stamp, position, floor(extract(epoch FROM done_at) * 1000)::bigint AS "doneAt" FROM moved_store`;

/** null: the database was begun without any. */
export async function readMovedStore(db: Queryable): Promise<MovedStore | null> {
  const { rows } = await db.query<MovedStore>(READ);
  const [row] = rows;
  return row === undefined ? null : { ...row, source: readText(row.source) };
}

/** @throws OperatorFault where a store was moved into the database in part */
export async function refuseUnfinishedMove(db: Queryable): Promise<void> {
  const moved = await readMovedStore(db);
  if (moved === null || moved.doneAt !== null) return;
  throw new OperatorFault(
    `The database of STORE_URL holds only a part of what was to be moved there from ${moved.source}: run npm run move again until it says that all is there, or give another database.`,
  );
}
