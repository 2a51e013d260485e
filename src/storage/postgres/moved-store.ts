import { OperatorFault } from '../../faults/operator-fault.ts';
import type { Queryable } from './client.ts';
import { readText } from './text.ts';

/** A move of a SQLite store into this database: unfinished or done. */
export interface MovedStore {
  /** The path of the SQLite file. */
  readonly source: string;
  /** Sizes and times of its files at the begin of the move. */
  readonly stamp: string;
  /** The progress as JSON (see `src/move`); null before the first row. */
  readonly position: string | null;
  /** Epoch ms; null while the move is unfinished. */
  readonly doneAt: number | null;
}

const READ = `SELECT source, stamp, position, floor(extract(epoch FROM done_at) * 1000)::bigint AS "doneAt" FROM moved_store`;

/** Returns null if no store was moved into the database. */
export async function readMovedStore(db: Queryable): Promise<MovedStore | null> {
  const { rows } = await db.query<MovedStore>(READ);
  const [row] = rows;
  return row === undefined ? null : { ...row, source: readText(row.source) };
}

/** @throws OperatorFault if a move into the database is unfinished */
export async function refuseUnfinishedMove(db: Queryable): Promise<void> {
  const moved = await readMovedStore(db);
  if (moved === null || moved.doneAt !== null) return;
  throw new OperatorFault(
    `The database of STORE_URL holds only a part of the store that is moved there from ${moved.source}: run npm run move again until it says that the store is moved, or give another database.`,
  );
}
