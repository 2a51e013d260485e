import type { DatabaseSync } from 'node:sqlite';
import type { PastNotice } from '../../../ports/outbox.ts';
import type { Cause, HoldReason, Notice, Routed, Target } from '../../../routing/notice.ts';
import { TimeSlice } from '../../../time/cooperate.ts';
import {
  type CauseNotices,
  mergeNotices,
  NOTICE_COLUMNS,
  type NoticeRow,
  PAST_NOTICE_COLUMNS,
  type PastNoticeRow,
  type ReadNotices,
  readNotices,
  readPastNotices,
} from '../../mappers/outbox-rows.ts';
import type { UnreadableRows } from '../../mappers/record.ts';
import { writeCause } from '../../mappers/stored-cause.ts';
import { withTargets, writeTarget } from '../../mappers/target.ts';
import { command, insert, query } from '../sql.ts';

/**
 * Hides staged notices from a statement on `notices`. SQLite reads the only row of `staged_notices` once for each
 * statement.
 */
export const NOT_STAGED = `notices.id NOT BETWEEN
  coalesce((SELECT first_id FROM staged_notices), 0) AND coalesce((SELECT last_id FROM staged_notices), 0)`;

/** The outbox's notices, waiting and ended. */
export class NoticesTable {
  readonly #sql;
  readonly #unreadable: UnreadableRows;

  constructor(db: DatabaseSync, unreadable: UnreadableRows) {
    this.#sql = {
      addCause: insert(db, 'INSERT INTO causes (json) VALUES (?)'),
      addNotice: command(
        db,
        'INSERT INTO notices (id, cause, target, subscription_ids, due_at) VALUES (?, ?, ?, ?, ?)',
      ),
      // Without the hint SQLite reads a week of ended notices.
      due: query<NoticeRow>(
        db,
        `SELECT ${NOTICE_COLUMNS} FROM notices INDEXED BY notices_waiting JOIN causes ON causes.id = cause
       WHERE target = ? AND ended_at IS NULL AND due_at <= ? AND ${NOT_STAGED} ORDER BY notices.id LIMIT ?`,
      ),
      earliest: query<{ due_at: number | null }>(
        db,
        `SELECT min(due_at) AS due_at FROM notices INDEXED BY notices_waiting
       WHERE target = ? AND ended_at IS NULL AND ${NOT_STAGED}`,
      ),
      byTarget: query<{ target: string; due_at: number; count: number }>(
        db,
        `SELECT target, min(due_at) AS due_at, count(*) AS count FROM notices
       WHERE ended_at IS NULL AND ${NOT_STAGED} GROUP BY target`,
      ),
      count: query<{ due: number; later: number; since: number | null }>(
        db,
        `SELECT count(*) FILTER (WHERE due_at <= ?1) AS due, count(*) FILTER (WHERE due_at > ?1) AS later, min(due_at) AS since
       FROM notices WHERE ended_at IS NULL AND ${NOT_STAGED} AND target NOT IN (SELECT target FROM pauses)`,
      ),
      postpone: command(
        db,
        'UPDATE notices SET due_at = ?, held = ?, subscription_ids = ? WHERE id = ? AND ended_at IS NULL',
      ),
      seal: command(
        db,
        'UPDATE notices SET message = ?, ended_at = ? WHERE id = ? AND target = ? AND ended_at IS NULL',
      ),
      reopen: command(db, 'UPDATE notices SET ended_at = NULL WHERE message = ?'),
      drop: command(db, 'UPDATE notices SET why = ?, ended_at = ?, message = NULL WHERE id = ? AND ended_at IS NULL'),
      narrow: command(db, 'UPDATE notices SET subscription_ids = ? WHERE id = ? AND ended_at IS NULL'),
      // If the new target already has a notice of the cause, the old notice stays and is dropped when it is due.
      move: command(
        db,
        'UPDATE OR IGNORE notices SET target = ? WHERE target = ? AND subscription_ids = ? AND ended_at IS NULL',
      ),
      forget: query<{ cause: number }>(db, 'DELETE FROM notices WHERE target = ? RETURNING cause'),
      forgetCause: command(
        db,
        'DELETE FROM causes WHERE id = ? AND NOT EXISTS (SELECT 1 FROM notices WHERE cause = causes.id)',
      ),
    };
    this.#unreadable = unreadable;
  }

  /** Writes the notices of an entry: one for each cause and target, with all its subscription ids. */
  add(routed: readonly Routed[]): void {
    for (const { cause, notices } of mergeNotices(routed)) {
      const id = this.addCause(cause);
      for (const notice of notices.values()) this.addNotice(id, notice);
    }
  }

  /** @returns the id of the cause's row */
  addCause(cause: Cause): number {
    return this.#sql.addCause(writeCause(cause));
  }

  /** @param id the id of the notice's row, or null for the next free one */
  addNotice(cause: number, notice: Omit<Routed, 'cause'>, id: number | null = null): void {
    const { target, subscriptionIds, dueAt } = notice;
    this.#sql.addNotice(id, cause, writeTarget(target), JSON.stringify(subscriptionIds), dueAt);
  }

  /** Reads due notices, oldest first. */
  due(target: Target, now: number, limit: number): ReadNotices {
    return readNotices(this.#sql.due.all(writeTarget(target), now, limit), target, this.#unreadable);
  }

  nextDueAt(target: Target): number | null {
    return this.#sql.earliest.first(writeTarget(target))?.due_at ?? null;
  }

  byTarget() {
    return withTargets(this.#sql.byTarget.all(), this.#unreadable);
  }

  count(now: number) {
    return this.#sql.count.first(now) ?? { due: 0, later: 0, since: null };
  }

  /** Changes the due time, and keeps only the given feeds and watches of the notice. */
  postpone(
    { id, subscriptionIds }: Pick<Notice, 'id' | 'subscriptionIds'>,
    dueAt: number,
    held: HoldReason | null,
  ): void {
    this.#sql.postpone(dueAt, held, JSON.stringify(subscriptionIds), id);
  }

  /** @throws Error if the notice no longer waits, or waits for another target */
  seal(notice: Notice, messageId: number, target: Target, at: number): void {
    if (this.#sql.seal(messageId, at, notice.id, writeTarget(target)) === 1) return;
    throw new Error(`notice ${notice.id} does not wait for ${writeTarget(target)}`);
  }

  /** Lets the notices of a split message wait again. They keep the message's id, which marks them. */
  reopen(messageId: number): void {
    this.#sql.reopen(messageId);
  }

  /** @throws Error if the notice no longer waits */
  drop(notice: Pick<Notice, 'id'>, why: string, at: number): void {
    if (this.#sql.drop(why, at, notice.id) !== 1) throw new Error(`notice ${notice.id} does not wait`);
  }

  /** Keeps only the given feeds and watches of the notice. */
  narrow({ id, subscriptionIds }: Notice): void {
    this.#sql.narrow(JSON.stringify(subscriptionIds), id);
  }

  move(subscriptionId: string, from: Target, to: Target): void {
    this.#sql.move(writeTarget(to), writeTarget(from), JSON.stringify([subscriptionId]));
  }

  /** Deletes a target's notices, and their causes without other notices: a weekly message names the user's player. */
  forget(target: Target): void {
    for (const { cause } of this.#sql.forget.all(writeTarget(target))) this.#sql.forgetCause(cause);
  }
}

/** A target's notices and their outcomes. */
export class PastNotices {
  readonly #newest: ReturnType<typeof prepareNewest>;
  readonly #unreadable: UnreadableRows;

  constructor(db: DatabaseSync, unreadable: UnreadableRows) {
    this.#newest = prepareNewest(db);
    this.#unreadable = unreadable;
  }

  /** Reads the newest notices first, or only those of one feed or watch. */
  of(target: Target, limit: number, subscriptionId?: string): readonly PastNotice[] {
    const named = subscriptionId === undefined ? null : JSON.stringify(subscriptionId);
    return readPastNotices(this.#newest.all(writeTarget(target), named, limit), target, this.#unreadable);
  }
}

function prepareNewest(db: DatabaseSync) {
  return query<PastNoticeRow>(
    db,
    `SELECT ${PAST_NOTICE_COLUMNS}
     FROM notices JOIN causes ON causes.id = cause LEFT JOIN messages ON messages.id = message
     WHERE notices.target = ?1 AND (?2 IS NULL OR instr(notices.subscription_ids, ?2) > 0) AND ${NOT_STAGED}
     ORDER BY notices.id DESC LIMIT ?3`,
  );
}

/** Limits the rows of one step to 2 ms. Its commit takes about as long again. */
const STAGED_ROWS_PER_STEP = 100;

/**
 * Notices of a large entry, written over several transactions. One row reserves their ids and hides them from the
 * outbox, and deleting that row publishes all of them at once. At most one entry is staged at a time.
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
      // Notices that are added meanwhile get ids after the reserved ones.
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
         SELECT id FROM notices, staged_notices WHERE id BETWEEN first_id AND last_id LIMIT ${STAGED_ROWS_PER_STEP})`,
      ),
    };
    this.#notices = notices;
  }

  /** Returns whether notices are staged: those of an entry in progress, or of one that was never completed. */
  isAny(): boolean {
    return this.#sql.reserved.first() !== undefined;
  }

  /**
   * Writes notices, some at each step, and hides them until `publish`. No other notices may be staged.
   * @param most an upper limit of the number of notices
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
      // A step never ends directly after a cause, because prune deletes causes without notices.
      for (const notice of notices.values()) {
        this.#notices.addNotice(causeId, notice, id++);
        rows += 1;
        if (rows < STAGED_ROWS_PER_STEP && !slice.isOver()) continue;
        yield;
        slice = new TimeSlice();
        rows = 0;
      }
    }
  }

  /** Makes the staged notices visible to the outbox. */
  publish(): void {
    this.#sql.publish();
  }

  /** Deletes the staged notices, some at each step. Prune deletes their causes. */
  *discard(): Generator<void> {
    while (this.#sql.discard() > 0) yield;
    this.#sql.publish();
  }
}
