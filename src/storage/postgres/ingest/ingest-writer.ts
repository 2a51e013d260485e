import { NotWritten } from '../../../faults/store-faults.ts';
import type { IngestWriter, JournalEntry } from '../../../ports/journal.ts';
import { SerialQueue } from '../../../time/serial-queue.ts';
import { checkpointName, FIRST_BANS, LAST_SNAPSHOT, SHOPS_UNREPORTED } from '../../mappers/checkpoint-names.ts';
import { pruneCanvases, saveCanvases } from '../canvases.ts';
import { PostgresCheckpoints, PUT_CHECKPOINT } from '../checkpoints.ts';
import type { Queryable, Session } from '../client.ts';
import { isConnectionLost, orNotWritten } from '../connection-retries.ts';
import { enqueueInParts } from '../outbox/enqueue.ts';
import { storedText } from '../stored-text.ts';
import { pruneDatabase } from './prune.ts';
import { ChangeSeqs, RowIds } from './row-ids.ts';
import {
  ADD_OUTAGE,
  BEGIN_OUTAGE,
  END_OUTAGE,
  FENCE,
  FORGET_UNFINISHED,
  groupRows,
  groupValues,
  RECORD,
  recordPriceSamples,
  TAKE_BANS,
} from './sql.ts';

/**
 * Limits the notices that one statement writes together with changes. More notices take several statements, because
 * making their values blocks the event loop.
 */
const MOST_NOTICES_PER_STATEMENT = 250;

/** Limits the changes and notices of one group. */
const MOST_ROWS_PER_GROUP = 2_000;

interface IngestWriterParts {
  /**
   * Returns the connection that holds the leader's lock, or a new one after a loss.
   * @throws if the term is over
   */
  readonly session: () => Promise<Session>;
  /** The number of the term. */
  readonly epoch: number;
  /** Epoch ms. */
  readonly now: () => number;
}

interface GroupedEntry {
  readonly entry: JournalEntry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes over the connection that holds the leader's lock: a group of entries in one transaction, and one transaction
 * after another. After a lost connection it reads whether the group was committed, and repeats it only if not.
 */
class PostgresIngestWriter implements IngestWriter {
  readonly #parts: IngestWriterParts;
  readonly #queue = new SerialQueue();
  readonly #numbers = new RowIds();
  readonly #seqs = new ChangeSeqs();
  #waiting: GroupedEntry[] = [];
  #group = 0;

  constructor(parts: IngestWriterParts) {
    this.#parts = parts;
  }

  /** Deletes changes of unfinished snapshots of earlier leaders. The caller must await it before any other write. */
  async begin(): Promise<void> {
    await this.#write((db) => forgetUnfinished(Number.MAX_SAFE_INTEGER, db));
  }

  /**
   * Groups the entry with others that arrive in the same turn of the event loop, or while a group is being written.
   * @throws NotWritten
   */
  record(entry: JournalEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#queue.run(() => this.#commitNext()));
    });
  }

  recordPriceSamples(...samples: Parameters<IngestWriter['recordPriceSamples']>): Promise<void> {
    return recordPriceSamples(...samples, (step) => this.#write(step));
  }

  prune(before: number): Promise<void> {
    return pruneDatabase(before, this.#parts.now(), async (step) => {
      const done = await this.#write(step);
      this.#numbers.forget();
      return done;
    });
  }

  async saveCanvases(seen: Parameters<IngestWriter['saveCanvases']>[0]): Promise<void> {
    await this.#write((db) => saveCanvases(seen, db));
  }

  pruneCanvases(...[isNeeded, limits]: Parameters<IngestWriter['pruneCanvases']>): Promise<number> {
    return pruneCanvases(isNeeded, limits, (step) => this.#write(step));
  }

  async saveCheckpoint(name: string, at: number): Promise<void> {
    await this.#write((db) => db.query(PUT_CHECKPOINT, [[checkpointName(name)], [at]]));
  }

  async #commitNext(): Promise<void> {
    const group = this.#takeGroup();
    if (group.length === 0) return;
    if (this.#waiting.length > 0) void this.#queue.run(() => this.#commitNext());
    try {
      await this.#commit(group.map(({ entry }) => entry));
      for (const { resolve } of group) resolve();
    } catch (error) {
      const fault = await this.#commitEach(group, group.length > 1 && isEntryFault(error) ? null : error);
      // Entries after a failed one fail as well, so that a retry keeps the order.
      if (fault !== null && !isEntryFault(fault)) for (const { reject } of this.#waiting.splice(0)) reject(fault);
    }
  }

  /**
   * Commits entries one by one. An invalid entry fails alone; any other fault fails all entries after it, to keep their
   * order.
   */
  async #commitEach(group: readonly GroupedEntry[], before: unknown): Promise<unknown> {
    let fault = before;
    for (const { entry, resolve, reject } of group) {
      if (fault === null)
        await this.#commit([entry]).then(resolve, (error) => {
          if (!isEntryFault(error)) fault = error;
          reject(error);
        });
      else reject(fault);
    }
    return fault;
  }

  #takeGroup(): GroupedEntry[] {
    let size = 0;
    const end = this.#waiting.findIndex(({ entry }) => {
      size += entry.changes.length + entry.notices.length;
      return size > MOST_ROWS_PER_GROUP;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(end, 1));
  }

  /** @throws NotWritten if nothing of the group was committed, or the term is over */
  async #commit(entries: readonly JournalEntry[]): Promise<void> {
    this.#group += 1;
    try {
      await orNotWritten(this.#untilAnswered(entries));
    } catch (error) {
      // Rows of ids that were read meanwhile may be rolled back.
      this.#numbers.forget();
      throw error;
    }
  }

  /** After a lost answer, reads from the leader's row whether the group was committed. */
  #untilAnswered(entries: readonly JournalEntry[]): Promise<void> {
    return this.#overConnections(async (session, isAgain) => {
      if (!isAgain || !(await this.#isCommitted(session))) await this.#writeGroup(entries, session);
    });
  }

  async #isCommitted(session: Session): Promise<boolean> {
    const sql = 'SELECT FROM leader WHERE epoch = $1 AND last_group >= $2';
    return (await session.query(sql, [this.#parts.epoch, this.#group])).count === 1;
  }

  async #writeGroup(entries: readonly JournalEntry[], session: Session): Promise<void> {
    const changes = entries.flatMap((entry) => entry.changes);
    const notices = entries.flatMap((entry) => entry.notices);
    let rows = groupRows(changes, this.#numbers);
    if (await this.#numbers.learn(session)) rows = groupRows(changes, this.#numbers);
    const firstSeq = await this.#seqs.take(changes.length, session);
    const heardAts = entries.flatMap((entry) => entry.changes.map(() => entry.heardAt ?? null));
    const of = { firstSeq, heardAts };
    const inParts = notices.length > MOST_NOTICES_PER_STATEMENT ? notices : [];
    const atOnce = inParts.length > 0 ? [] : notices;
    const now = this.#parts.now();
    const values = [this.#group, this.#parts.epoch, ...groupValues(rows, of, atOnce, now)];
    const withState = entries.filter(hasIngestState);
    if (withState.length === 0 && inParts.length === 0) {
      await session.query(RECORD, values);
      return;
    }
    await inTransaction(session, async () => {
      await session.query(RECORD, values);
      if (inParts.length > 0) await enqueueInParts(inParts, now, session);
      for (const entry of withState) await writeIngestState(entry, session);
    });
  }

  /**
   * Runs an idempotent write in one transaction, after all earlier ones.
   * @throws NotWritten
   */
  #write<T>(work: (db: Queryable) => Promise<T>): Promise<T> {
    const write = (session: Session) =>
      inTransaction(session, async () => {
        await session.query(FENCE, [this.#parts.epoch]);
        return work(session);
      });
    return this.#queue.run(() => orNotWritten(this.#overConnections(write)));
  }

  /**
   * Runs `work` again over the next connection when one is lost. `isAgain` says that an earlier run may have been
   * committed.
   */
  async #overConnections<T>(work: (session: Session, isAgain: boolean) => Promise<T>): Promise<T> {
    for (let isAgain = false; ; isAgain = true) {
      const session = await this.#parts.session();
      try {
        return await work(session, isAgain);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
      }
    }
  }
}

async function inTransaction<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.query('BEGIN');
  try {
    const done = await work();
    await session.query('COMMIT');
    return done;
  } catch (error) {
    if (!isConnectionLost(error)) await session.query('ROLLBACK');
    throw error;
  }
}

function isEntryFault(error: unknown): boolean {
  return error instanceof NotWritten && error.isEntryInvalid;
}

/** Returns whether an entry has more than changes and notices. */
function hasIngestState({ snapshotAt, bans, checkpoint, stream, gap, unreportedShops }: JournalEntry): boolean {
  return [snapshotAt, bans, checkpoint, stream, gap, unreportedShops].some((part) => part !== undefined);
}

/**
 * Opens the writer of a leader's term, and deletes the unfinished snapshots of earlier terms.
 * @param now returns epoch ms
 * @throws NotWritten
 */
export async function openIngestWriter(
  session: IngestWriterParts['session'],
  epoch: number,
  now: () => number,
): Promise<PostgresIngestWriter> {
  const writer = new PostgresIngestWriter({ session, epoch, now });
  await writer.begin();
  return writer;
}

/** Writes the parts of an entry that are neither changes nor notices. */
async function writeIngestState(entry: JournalEntry, db: Queryable): Promise<void> {
  const { snapshotAt, bans, checkpoint, stream, gap, unreportedShops } = entry;
  if (snapshotAt !== undefined) {
    await forgetUnfinished(snapshotAt, db);
    await putCheckpoint(LAST_SNAPSHOT, snapshotAt, db);
  }
  if (bans !== undefined) await takeBans(bans, db);
  if (checkpoint !== undefined) await putCheckpoint(checkpointName(checkpoint.name), checkpoint.at, db);
  if (stream?.kind === 'down') await db.query(BEGIN_OUTAGE, [stream.at, storedText(stream.why)]);
  if (stream?.kind === 'up') await db.query(END_OUTAGE, [stream.at]);
  if (gap !== undefined) await db.query(ADD_OUTAGE, [gap.from, gap.until, storedText(gap.why)]);
  if (unreportedShops !== undefined)
    await db.query(ADD_OUTAGE, [unreportedShops.from, unreportedShops.until, SHOPS_UNREPORTED]);
}

/**
 * Deletes the changes of unfinished snapshots: those after the last finished one, and before `limit`. The next snapshot
 * yields them again.
 */
async function forgetUnfinished(limit: number, db: Queryable): Promise<void> {
  const after = await new PostgresCheckpoints(db).at(LAST_SNAPSHOT);
  await db.query(FORGET_UNFINISHED, [after ?? Number.MIN_SAFE_INTEGER, limit]);
}

async function takeBans({ ids, at }: NonNullable<JournalEntry['bans']>, db: Queryable): Promise<void> {
  const isFirst = (await new PostgresCheckpoints(db).at(FIRST_BANS)) === null;
  await db.query(TAKE_BANS, [ids.map(storedText), isFirst ? null : at]);
  if (isFirst) await putCheckpoint(FIRST_BANS, at, db);
}

async function putCheckpoint(name: string, at: number, db: Queryable): Promise<void> {
  await db.query(PUT_CHECKPOINT, [[name], [at]]);
}
