import type { DatabaseSync } from 'node:sqlite';
import { command, query } from './sql.ts';

/** Moments, and single numbers, that must survive a restart, by name. The journal's own begin with a dot. */
export class CheckpointsTable {
  readonly #sql: ReturnType<typeof prepareStatements>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareStatements(db);
  }

  put(name: string, at: number): void {
    this.#sql.put(name, at);
  }

  /** null: never put. */
  get(name: string): number | null {
    return this.#sql.get.first(name)?.at ?? null;
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    put: command(db, 'INSERT INTO checkpoints (name, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at'),
    get: query<{ at: number }>(db, 'SELECT at FROM checkpoints WHERE name = ?'),
  };
}
