import type { DatabaseSync } from 'node:sqlite';
import type { Pause } from '../../../ports/outbox.ts';
import type { Target } from '../../../routing/notice.ts';
import { withTargets, writeTarget } from '../../mappers/target.ts';
import type { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import { command, query } from '../sql.ts';

/** Targets that Discord's answer paused. */
export class PausesTable {
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #unreadable: UnreadableRows;

  constructor(db: DatabaseSync, unreadable: UnreadableRows) {
    this.#sql = prepareStatements(db);
    this.#unreadable = unreadable;
  }

  put({ target, code, at }: Pause): void {
    this.#sql.put(writeTarget(target), code, at);
  }

  remove(target: Target): void {
    this.#sql.remove(writeTarget(target));
  }

  all(): Pause[] {
    return withTargets(this.#sql.all.all(), this.#unreadable);
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    put: command(
      db,
      `INSERT INTO pauses (target, code, at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET code = excluded.code, at = excluded.at`,
    ),
    remove: command(db, 'DELETE FROM pauses WHERE target = ?'),
    all: query<{ target: string; code: number; at: number }>(db, 'SELECT target, code, at FROM pauses ORDER BY at'),
  };
}
