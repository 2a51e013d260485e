import type { DatabaseSync } from 'node:sqlite';
import { idWindows } from '../id-windows.ts';
import { command } from '../sql.ts';

const ROWS_PER_STEP = 500;

/** Forgets notices and messages that ended before `before`, a few at each step; what still waits is never touched. */
export function* pruneOutbox(db: DatabaseSync, before: number): Generator<void> {
  // A sealed notice stays as long as its message does, so that one can still explain the other.
  const deleteNotices = command(
    db,
    `DELETE FROM notices WHERE id IN (
       SELECT notices.id FROM notices LEFT JOIN messages ON messages.id = message
       WHERE ended_at < ? AND (message IS NULL OR settled_at < ?) LIMIT ${ROWS_PER_STEP})`,
  );
  const deleteMessages = command(
    db,
    `DELETE FROM messages WHERE id IN (
       SELECT id FROM messages WHERE settled_at < ?
       AND NOT EXISTS (SELECT 1 FROM notices WHERE message = messages.id) LIMIT ${ROWS_PER_STEP})`,
  );
  while (deleteNotices(before, before) === ROWS_PER_STEP) yield;
  while (deleteMessages(before) === ROWS_PER_STEP) yield;
  yield* pruneCauses(db);
}

function* pruneCauses(db: DatabaseSync): Generator<void> {
  const deleteUnused = command(
    db,
    `DELETE FROM causes WHERE id > ? AND id <= ?
       AND NOT EXISTS (SELECT 1 FROM notices WHERE cause = causes.id)`,
  );
  for (const [after, to] of idWindows(db, 'causes')) {
    deleteUnused(after, to);
    yield;
  }
}
