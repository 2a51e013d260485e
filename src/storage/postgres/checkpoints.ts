import type { Checkpoints } from '../../ports/journal.ts';
import { checkpointName, numberName } from '../mappers/checkpoint-names.ts';
import type { Queryable } from './client.ts';
import { orNotWritten } from './connection-retries.ts';

export const PUT_CHECKPOINT = `INSERT INTO checkpoints (name, at) SELECT * FROM unnest($1::text[], $2::bigint[]) AS one (name, at) ORDER BY name
  ON CONFLICT (name) DO UPDATE SET at = excluded.at, stored_at = clock_timestamp()`;

/** Checkpoints in the table of that name. */
export class PostgresCheckpoints implements Checkpoints {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  checkpoint(name: string) {
    return this.at(checkpointName(name));
  }

  savedNumber(name: string) {
    return this.at(numberName(name));
  }

  async saveNumbers(numbers: Readonly<Record<string, number>>): Promise<void> {
    await orNotWritten(this.#db.query(PUT_CHECKPOINT, [Object.keys(numbers).map(numberName), Object.values(numbers)]));
  }

  /** @returns the value of a name of `checkpoint-names.ts`, or null if there is none */
  async at(name: string): Promise<number | null> {
    const { rows } = await this.#db.query<{ at: number }>('SELECT at FROM checkpoints WHERE name = $1', [name]);
    return rows[0]?.at ?? null;
  }
}
