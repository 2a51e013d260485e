import type { FleetState, FleetValue } from '../../../ports/fleet.ts';
import type { Queryable } from '../client.ts';

const PUT = `INSERT INTO fleet_state (name, json, at) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET json = excluded.json, at = excluded.at`;
const ALL = `SELECT name, json, extract(epoch FROM clock_timestamp() - at)::float8 * 1000 AS "ageMs" FROM fleet_state
  WHERE starts_with(name, $1) ORDER BY name`;

/** The fleet's state in the database. Readers poll it. */
export class PostgresFleetState implements FleetState {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async put(name: string, value: unknown): Promise<void> {
    await this.#db.query({ name: 'put-fleet-state', text: PUT }, [name, JSON.stringify(value)]);
  }

  async all(prefix: string): Promise<ReadonlyMap<string, FleetValue>> {
    const { rows } = await this.#db.query<{ name: string; json: string; ageMs: number }>(
      { name: 'read-fleet-state', text: ALL },
      [prefix],
    );
    return new Map(rows.map(({ name, json, ageMs }) => [name, { value: JSON.parse(json), ageMs }]));
  }

  async remove(name: string): Promise<void> {
    await this.#db.query('DELETE FROM fleet_state WHERE name = $1', [name]);
  }
}
