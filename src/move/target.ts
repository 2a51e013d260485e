import { OperatorFault } from '../faults/operator-fault.ts';
import type { Log } from '../ports/log.ts';
import type { Postgres } from '../storage/postgres/connection.ts';
import { LOCKS } from '../storage/postgres/locks.ts';
import { type MovedStore, readMovedStore } from '../storage/postgres/moved-store.ts';
import { openToMove } from '../storage/postgres/open.ts';
import type { Session } from '../storage/postgres/session.ts';
import { storedText } from '../storage/postgres/text.ts';
import type { Clock } from '../time/clock.ts';
import { rowSum } from './column.ts';
import type { Batch, Key, Sums } from './source-table.ts';
import { TABLES, type Table } from './tables.ts';

/** How far it is: the last row that is there. */
export interface Position {
  readonly table: string;
  readonly key: Key;
  /** So many rows of the table. */
  readonly rows: number;
}

/** A leader's lock, and that of who runs shards or waits for some: whoever waits for one of them begins once all is there. */
const LOCK = `SELECT pg_try_advisory_lock(${LOCKS.pen}, 1) AND pg_try_advisory_lock(${LOCKS.shardBlock}, 0) AS "isFree",
  (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'crier %'
    AND application_name <> current_setting('application_name')) AS others`;

const NAMES = [...TABLES.map(({ name }) => name), 'snapshots', 'snapshot_pieces', 'lines'];
const USED = `SELECT (SELECT epoch > 0 FROM leader) OR EXISTS (SELECT FROM moments WHERE name <> 'mark:began')
  OR ${NAMES.filter((name) => name !== 'moments')
    .map((name) => `EXISTS (SELECT FROM ${name})`)
    .join(' OR ')} AS "isUsed"`;

const BEGIN = `INSERT INTO moved_store (source, stamp) VALUES ($1, $2)
  ON CONFLICT (one) DO UPDATE SET source = excluded.source, stamp = excluded.stamp, position = NULL, done_at = NULL`;

/** Whoever waits is found by the line of its target. */
const MAKE_LINES = `INSERT INTO lines (target, due_at) SELECT target, min(due_at) FROM (
    SELECT target, due_at FROM notices WHERE ended_at IS NULL
    UNION ALL SELECT target, 0 FROM messages WHERE settled_at IS NULL) AS waiting
  WHERE target ~ '^(channel|user):' GROUP BY target`;
/** As in the first step of the tables, where the files did not know it. */
const BEGAN = `INSERT INTO moments (name, at) VALUES ('mark:began', floor(extract(epoch FROM clock_timestamp()) * 1000)) ON CONFLICT DO NOTHING`;

const IDENTITIES = ['items', 'goods', 'places', 'outages', 'messages'];
const maxOf = (column: string, table: string) => `(SELECT coalesce(max(${column}), 0) FROM ${table})`;
/** What is written next gets a number that nothing has. Blocks of changes begin at 1, 10,001 and so on. */
const NUMBERS = [
  ...IDENTITIES.map((name) => `setval(pg_get_serial_sequence('${name}', 'id'), ${maxOf('id', name)} + 1, false)`),
  `setval('outbox_ids', greatest(${maxOf('id', 'causes')}, ${maxOf('id', 'notices')}) + 1, false)`,
  `setval('change_seqs', (greatest(${maxOf('seq', 'changes')}, ${maxOf('seq', 'trades')}) / 10000 + 1) * 10000 + 1, false)`,
];

/** A database that a store is moved into, held by one connection: nobody else takes in, delivers or talks with Discord meanwhile. */
export class Target {
  readonly postgres: Postgres;
  readonly session: Session;

  /** @throws OperatorFault where it cannot be reached or used, or somebody uses it */
  static async open(url: string, log: Log, clock: Clock): Promise<Target> {
    const postgres = await openToMove(url, log, clock);
    const target = await postgres.connect('any').then(
      (session) => new Target(postgres, session),
      async (error) => {
        await postgres.end();
        throw error;
      },
    );
    try {
      await target.#lock();
      return target;
    } catch (error) {
      await target.end();
      throw error;
    }
  }

  private constructor(postgres: Postgres, session: Session) {
    this.postgres = postgres;
    this.session = session;
  }

  /** What was moved here; null: nothing, and nothing else is here. @throws OperatorFault where something else is */
  async moved(): Promise<MovedStore | null> {
    const moved = await readMovedStore(this.session);
    if (moved !== null) return moved;
    const { rows } = await this.session.query<{ isUsed: boolean }>(USED);
    if (rows[0]?.isUsed === false) return null;
    throw new OperatorFault('The database holds what another Crier has written: give one that is empty.');
  }

  /** Forgets what was moved, where not all of it was, and notes what comes now. */
  async begin({ path, stamp }: { readonly path: string; readonly stamp: string }): Promise<void> {
    await this.#transaction(async () => {
      await this.session.query(`TRUNCATE ${NAMES.join(', ')}`);
      await this.session.query(BEGIN, [storedText(path), stamp]);
    });
  }

  /** Rows, and how far it is with them: both or none. */
  async write(table: Table, { rows, key }: Batch, before: number): Promise<void> {
    const { columns, told } = table;
    const names = [...columns.map(({ name }) => name), ...Object.keys(told?.types ?? {})];
    const types = [...columns.map(({ kind }) => kind.type), ...Object.values(told?.types ?? {})];
    const written = [...columns.map(({ name, kind }) => kind.write(name)), ...Object.keys(told?.types ?? {})];
    const read = types.map((type, index) => `$${index + 2}::${type}[]`);
    const text = `WITH copied AS (INSERT INTO ${table.name} (${names}) SELECT ${written} FROM unnest(${read}) AS row (${names}))
      UPDATE moved_store SET position = $1`;
    const toldOf = rows.map((row, index) => told?.of(row, before + index) ?? told?.ofUnread ?? []);
    const position: Position = { table: table.name, key, rows: before + rows.length };
    await this.session.query({ name: `move-${table.name}`, text }, [
      JSON.stringify(position),
      ...columns.map((_, index) => rows.map((row) => row[index])),
      ...Object.keys(told?.types ?? {}).map((_, index) => toldOf.map((values) => values[index])),
    ]);
  }

  async sums({ name, columns }: Table): Promise<Sums> {
    const { rows } = await this.session.query<Sums>(
      `SELECT count(*) AS rows, coalesce(sum(${rowSum(columns, 'postgres')}), 0)::text AS sum FROM ${name}`,
    );
    const [sums] = rows;
    if (sums === undefined) throw new Error(`PostgreSQL did not count ${name}`);
    return sums;
  }

  /** The next begins anew. */
  async forgetStamp(): Promise<void> {
    await this.session.query(`UPDATE moved_store SET stamp = ''`);
  }

  /** All is there: from now on a Crier may run on it. */
  async finish(): Promise<void> {
    await this.#transaction(async () => {
      await this.session.query(MAKE_LINES);
      await this.session.query(BEGAN);
      for (const next of NUMBERS) await this.session.query(`SELECT ${next}`);
      await this.session.query('UPDATE moved_store SET done_at = clock_timestamp()');
    });
    await this.session.query('ANALYZE');
  }

  async end(): Promise<void> {
    await this.session.end();
    await this.postgres.end();
  }

  async #lock(): Promise<void> {
    const { rows } = await this.session.query<{ isFree: boolean; others: number }>(LOCK);
    if (rows[0]?.isFree === true && rows[0].others === 0) return;
    throw new OperatorFault('A Crier runs on the database, or another move does: stop all of its processes first.');
  }

  async #transaction(work: () => Promise<void>): Promise<void> {
    await this.session.query('BEGIN');
    await work();
    await this.session.query('COMMIT');
  }
}
