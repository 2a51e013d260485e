import type { DatabaseSync } from 'node:sqlite';
import type { Ban } from '../../ports/journal.ts';
import { FIRST_BANS } from '../mappers/checkpoint-names.ts';
import type { CheckpointsTable } from './checkpoints.ts';
import { command, query } from './sql.ts';

/** The bans in force, as the last list had them. */
export class BansTable {
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #checkpoints: CheckpointsTable;

  constructor(db: DatabaseSync, checkpoints: CheckpointsTable) {
    this.#sql = prepareStatements(db);
    this.#checkpoints = checkpoints;
  }

  /** Takes in a whole list; a ban that was lifted is gone, and new when it comes back. The very first list has no news. */
  take(ids: readonly string[], at: number): void {
    const isFirst = this.#checkpoints.get(FIRST_BANS) === null;
    const listed = new Set(ids);
    const known = new Set(this.#sql.all.all().map((ban) => ban.id));
    for (const id of known) if (!listed.has(id)) this.#sql.remove(id);
    for (const id of listed) if (!known.has(id)) this.#sql.add(id, isFirst ? null : at);
    if (isFirst) this.#checkpoints.put(FIRST_BANS, at);
  }

  all(): Ban[] {
    return this.#sql.all.all().map(({ id, first_seen_at }) => ({ id, firstSeenAt: first_seen_at }));
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    add: command(db, 'INSERT INTO bans (id, first_seen_at) VALUES (?, ?)'),
    remove: command(db, 'DELETE FROM bans WHERE id = ?'),
    all: query<{ id: string; first_seen_at: number | null }>(db, 'SELECT id, first_seen_at FROM bans ORDER BY id'),
  };
}
