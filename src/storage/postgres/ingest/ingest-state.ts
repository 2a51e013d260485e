import type { JournalEntry } from '../../../ports/journal.ts';
import { checkpointName, FIRST_BANS, SHOPS_UNTOLD, SNAPSHOT } from '../../mappers/checkpoint-names.ts';
import { PostgresCheckpoints, PUT_CHECKPOINT } from '../checkpoints.ts';
import type { Queryable } from '../client.ts';
import { storedText } from '../text.ts';
import { DOWN, FORGET_UNFINISHED, GAP, TAKE_BANS, UP } from './sql.ts';

/** Writes what an entry holds beside changes and notices. */
export async function writeIngestState(entry: JournalEntry, db: Queryable): Promise<void> {
  const { snapshotAt, bans, checkpoint, stream, gap, untoldShops } = entry;
  if (snapshotAt !== undefined) {
    await forgetUnfinished(snapshotAt, db);
    await put(SNAPSHOT, snapshotAt, db);
  }
  if (bans !== undefined) await takeBans(bans, db);
  if (checkpoint !== undefined) await put(checkpointName(checkpoint.name), checkpoint.at, db);
  if (stream?.kind === 'down') await db.query(DOWN, [stream.at, storedText(stream.why)]);
  if (stream?.kind === 'up') await db.query(UP, [stream.at]);
  if (gap !== undefined) await db.query(GAP, [gap.from, gap.until, storedText(gap.why)]);
  if (untoldShops !== undefined) await db.query(GAP, [untoldShops.from, untoldShops.until, SHOPS_UNTOLD]);
}

/** Forgets the changes of snapshots after the one to start from and before `limit`, which never became that: the next one brings them again. */
export async function forgetUnfinished(limit: number, db: Queryable): Promise<void> {
  const after = await new PostgresCheckpoints(db).at(SNAPSHOT);
  await db.query(FORGET_UNFINISHED, [after ?? Number.MIN_SAFE_INTEGER, limit]);
}

async function takeBans({ ids, at }: NonNullable<JournalEntry['bans']>, db: Queryable): Promise<void> {
  const isFirst = (await new PostgresCheckpoints(db).at(FIRST_BANS)) === null;
  await db.query(TAKE_BANS, [ids.map(storedText), isFirst ? null : at]);
  if (isFirst) await put(FIRST_BANS, at, db);
}

async function put(name: string, at: number, db: Queryable): Promise<void> {
  await db.query(PUT_CHECKPOINT, [[name], [at]]);
}
