import type { Checkpoints } from '../../ports/journal.ts';
import { checkpointName, checkpointNames, numberName } from '../mappers/checkpoint-names.ts';
import type { Queryable } from './client.ts';
import { orNotWritten } from './connection-retries.ts';

export const PUT_CHECKPOINT = `INSERT INTO checkpoints (name, at) SELECT * FROM unnest($1::text[], $2::bigint[]) AS one (name, at) ORDER BY name
  ON CONFLICT (name) DO UPDATE SET at = excluded.at, stored_at = clock_timestamp()`;

const CHECKPOINTS_UNDER = 'SELECT name, at FROM checkpoints WHERE starts_with(name, $1)';
const REMOVE_CHECKPOINTS = 'DELETE FROM checkpoints WHERE name = ANY ($1::text[])';

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

  async savedNumbers(prefix: string): Promise<ReadonlyMap<string, number>> {
    const stored = numberName(prefix);
    const { rows } = await this.#db.query<{ name: string; at: number }>(CHECKPOINTS_UNDER, [stored]);
    return new Map(rows.map(({ name, at }) => [name.slice(stored.length), at]));
  }

  async removeCheckpoints(names: readonly string[]): Promise<void> {
    await orNotWritten(this.#db.query(REMOVE_CHECKPOINTS, [names.flatMap(checkpointNames)]));
  }

  /** @returns the value of a name of `checkpoint-names.ts`, or null if there is none */
  async at(name: string): Promise<number | null> {
    const { rows } = await this.#db.query<{ at: number }>('SELECT at FROM checkpoints WHERE name = $1', [name]);
    return rows[0]?.at ?? null;
  }
}
