import { NotWritten } from '../../../faults/not-written.ts';
import type { IngestWriter, JournalEntry } from '../../../ports/journal.ts';
import { SerialQueue } from '../../../time/serial-queue.ts';
import { checkpointName } from '../../mappers/checkpoint-names.ts';
import { PUT_CHECKPOINT } from '../checkpoints.ts';
import type { Queryable } from '../client.ts';
import { isConnectionLost } from '../connection-lost.ts';
import { writing } from '../not-written.ts';
import type { Session } from '../session.ts';
import { pruneCanvases, saveCanvases } from './canvases.ts';
import { ChangeSeqs } from './change-seqs.ts';
import { groupValues, rowsOf } from './group-values.ts';
import { forgetUnfinished, writeIngestState } from './ingest-state.ts';
import { Numbers } from './numbers.ts';
import { recordPriceSamples } from './price-samples.ts';
import { prune } from './prune.ts';
import { FENCE, RECORD } from './sql.ts';

/** Changes and notices of a group: more are written by the next. */
const MOST_IN_GROUP = 2_000;

export interface IngestWriterParts {
  /**
   * The connection that holds the leader's lock; another one where it was lost and the lock regained.
   * @throws where the term is over
   */
  readonly session: () => Promise<Session>;
  /** The number of the term. */
  readonly epoch: number;
  /** Epoch ms. */
  readonly now: () => number;
}

interface Waiting {
  readonly entry: JournalEntry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * What the leader writes, over the connection that holds its lock: several entries in one transaction, one transaction after another.
 * Where a connection is lost, the next one says whether the group was committed; only what was not is written again.
 */
export class PostgresIngestWriter implements IngestWriter {
  readonly #parts: IngestWriterParts;
  readonly #turns = new SerialQueue();
  readonly #numbers = new Numbers();
  readonly #seqs = new ChangeSeqs();
  #waiting: Waiting[] = [];
  #group = 0;

  constructor(parts: IngestWriterParts) {
    this.#parts = parts;
  }

  /** What earlier leaders left behind of snapshots that never counted is forgotten; before anything else is written. */
  async begin(): Promise<void> {
    await this.#write((db) => forgetUnfinished(Number.MAX_SAFE_INTEGER, db));
  }

  /** With others that come in the same turn of the event loop, or while a group is under way. Rejects with `NotWritten`. */
  record(entry: JournalEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#turns.run(() => this.#commitNext()));
    });
  }

  recordPriceSamples(...samples: Parameters<IngestWriter['recordPriceSamples']>): Promise<void> {
    return recordPriceSamples(...samples, (step) => this.#write(step));
  }

  prune(before: number): Promise<void> {
    return prune(before, this.#parts.now(), async (step) => {
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
    if (this.#waiting.length > 0) void this.#turns.run(() => this.#commitNext());
    try {
      await this.#commit(group.map(({ entry }) => entry));
      for (const { resolve } of group) resolve();
    } catch (error) {
      const fault = await this.#commitEach(group, group.length > 1 && isOfEntry(error) ? null : error);
      // What waits already comes behind, also where it is tried again.
      if (fault !== null && !isOfEntry(fault)) for (const { reject } of this.#waiting.splice(0)) reject(fault);
    }
  }

  /** What could never be written fails alone; what only cannot be just now fails with all behind it, so that their order stays. */
  async #commitEach(group: readonly Waiting[], before: unknown): Promise<unknown> {
    let fault = before;
    for (const { entry, resolve, reject } of group) {
      if (fault === null)
        await this.#commit([entry]).then(resolve, (error) => {
          if (!isOfEntry(error)) fault = error;
          reject(error);
        });
      else reject(fault);
    }
    return fault;
  }

  #takeGroup(): Waiting[] {
    let size = 0;
    const end = this.#waiting.findIndex(({ entry }) => {
      size += entry.changes.length + entry.notices.length;
      return size > MOST_IN_GROUP;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(end, 1));
  }

  /** @throws NotWritten: nothing of the group is there; or the term is over, and nobody writes it again */
  async #commit(entries: readonly JournalEntry[]): Promise<void> {
    this.#group += 1;
    try {
      await writing(this.#untilAnswered(entries));
    } catch (error) {
      // What was given a number meanwhile may not be there.
      this.#numbers.forget();
      throw error;
    }
  }

  /** Where an answer is lost, the leader's row says whether the group was committed. */
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
    let rows = rowsOf(changes, this.#numbers);
    if (await this.#numbers.learn(session)) rows = rowsOf(changes, this.#numbers);
    const firstSeq = await this.#seqs.take(changes.length, session);
    const heardAts = entries.flatMap((entry) => entry.changes.map(() => entry.heardAt ?? null));
    const of = { firstSeq, heardAts };
    const values = [this.#group, this.#parts.epoch, ...groupValues(rows, of, notices, this.#parts.now())];
    const aside = entries.filter(hasIngestState);
    if (aside.length === 0) {
      await session.query(RECORD, values);
      return;
    }
    await inTransaction(session, async () => {
      await session.query(RECORD, values);
      for (const entry of aside) await writeIngestState(entry, session);
    });
  }

  /** One transaction of the leader's, in its turn; twice must be as once. @throws NotWritten */
  #write<T>(work: (db: Queryable) => Promise<T>): Promise<T> {
    const write = (session: Session) =>
      inTransaction(session, async () => {
        await session.query(FENCE, [this.#parts.epoch]);
        return work(session);
      });
    return this.#turns.run(() => writing(this.#overConnections(write)));
  }

  /** Over one connection, and where it is lost over the next: `isAgain`, what was done before may be committed. */
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

function isOfEntry(error: unknown): boolean {
  return error instanceof NotWritten && error.isEntryInvalid;
}

/** Whether an entry has what stands in tables of its own, and is written rarely. */
function hasIngestState({ snapshotAt, bans, checkpoint, stream, gap, untoldShops }: JournalEntry): boolean {
  return [snapshotAt, bans, checkpoint, stream, gap, untoldShops].some((part) => part !== undefined);
}
