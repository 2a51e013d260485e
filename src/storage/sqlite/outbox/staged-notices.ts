import type { DatabaseSync } from 'node:sqlite';
import { TimeSlice } from '../../../time/cooperate.ts';
import type { CauseNotices } from '../../mappers/notice-row.ts';
import { command, query } from '../sql.ts';
import type { NoticesTable } from './notices.ts';

/** Rows of one step, which takes 2 ms at most. Its commit takes about as long again. */
const ROWS_PER_STEP = 100;

/**
 * Notices of a large entry, written over several transactions. One row reserves their ids and hides them from the outbox.
 * Deleting that row publishes all of them at once. At most one entry is staged at a time.
 */
export class StagedNotices {
  readonly #sql;
  readonly #notices: Pick<NoticesTable, 'addCause' | 'addNotice'>;

  constructor(db: DatabaseSync, notices: Pick<NoticesTable, 'addCause' | 'addNotice'>) {
    this.#sql = {
      reserve: command(
        db,
        `INSERT INTO staged_notices (first_id, last_id)
       SELECT last + 1, last + ? FROM (SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'notices'), 0) AS last)`,
      ),
      // Notices that are added meanwhile get ids behind the reserved ones.
      skipReserved: command(
        db,
        `UPDATE sqlite_sequence SET seq = (SELECT last_id FROM staged_notices) WHERE name = 'notices'`,
      ),
      beginSequence: command(
        db,
        `INSERT INTO sqlite_sequence (name, seq) SELECT 'notices', last_id FROM staged_notices
       WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'notices')`,
      ),
      reserved: query<{ first_id: number }>(db, 'SELECT first_id FROM staged_notices'),
      publish: command(db, 'DELETE FROM staged_notices'),
      discard: command(
        db,
        `DELETE FROM notices WHERE id IN (
         SELECT id FROM notices, staged_notices WHERE id BETWEEN first_id AND last_id LIMIT ${ROWS_PER_STEP})`,
      ),
    };
    this.#notices = notices;
  }

  /** Whether notices are staged: those of an entry that is being written, or that never was written whole. */
  isAny(): boolean {
    return this.#sql.reserved.first() !== undefined;
  }

  /**
   * Writes notices, some at each step, and hides them until `publish`. No others may be staged.
   * @param most the number of notices, or a higher one
   */
  *stage(merged: Iterable<CauseNotices>, most: number): Generator<void> {
    this.#sql.reserve(most);
    this.#sql.skipReserved();
    this.#sql.beginSequence();
    let id = this.#sql.reserved.first()?.first_id ?? 1;
    yield;
    let slice = new TimeSlice();
    let rows = 0;
    for (const { cause, notices } of merged) {
      const causeId = this.#notices.addCause(cause);
      // A step ends behind a notice: prune deletes causes that have none.
      for (const notice of notices.values()) {
        this.#notices.addNotice(causeId, notice, id++);
        rows += 1;
        if (rows < ROWS_PER_STEP && !slice.isOver()) continue;
        yield;
        slice = new TimeSlice();
        rows = 0;
      }
    }
  }

  /** Lets the outbox see the staged notices. */
  publish(): void {
    this.#sql.publish();
  }

  /** Deletes staged notices, some at each step. Prune deletes their causes. */
  *discard(): Generator<void> {
    while (this.#sql.discard() > 0) yield;
    this.#sql.publish();
  }
}
