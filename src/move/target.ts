import { OperatorFault } from '../faults/operator-fault.ts';
import type { Log } from '../ports/log.ts';
import { LOCKS, type Session } from '../storage/postgres/client.ts';
import type { Postgres } from '../storage/postgres/connection.ts';
import { type MovedStore, openToMove, readMovedStore } from '../storage/postgres/open.ts';
import { storedText } from '../storage/postgres/stored-text.ts';
import type { Clock } from '../time/clock.ts';
import { addRow, type Copied, NO_SUMS, type Sums } from './copy-progress.ts';
import type { Batch } from './source.ts';
import { type ColumnKind, TABLES, type Table, type Value } from './tables.ts';

/** The progress of each table, by its name. */
export type Position = Readonly<Record<string, Copied>>;

/** Takes the locks of the leader and of the shards. A Crier that waits for either starts after the move. */
const LOCK_DATABASE = `SELECT pg_try_advisory_lock(${LOCKS.leader}, 1) AND pg_try_advisory_lock(${LOCKS.shardBlock}, 0) AS "isFree",
  (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'crier %'
    AND application_name <> current_setting('application_name')) AS others`;

const MOVED_TABLES = [...TABLES.map(({ name }) => name), 'snapshots', 'snapshot_pieces', 'target_leases'];
const IS_USED = `SELECT (SELECT epoch > 0 FROM leader) OR EXISTS (SELECT FROM checkpoints WHERE name <> 'mark:began')
  OR ${MOVED_TABLES.filter((name) => name !== 'checkpoints')
    .map((name) => `EXISTS (SELECT FROM ${name})`)
    .join(' OR ')} AS "isUsed"`;

const BEGIN_MOVE = `INSERT INTO moved_store (source, stamp) VALUES ($1, $2)
  ON CONFLICT (one) DO UPDATE SET source = excluded.source, stamp = excluded.stamp, position = NULL, done_at = NULL`;

/** Creates a lease for each target with notices or messages to deliver, because SQLite has no such table. */
const MAKE_TARGET_LEASES = `INSERT INTO target_leases (target, due_at) SELECT target, min(due_at) FROM (
    SELECT target, due_at FROM notices WHERE ended_at IS NULL
    UNION ALL SELECT target, 0 FROM messages WHERE settled_at IS NULL) AS waiting
  WHERE target ~ '^(channel|user):' GROUP BY target`;
/** Adds the checkpoint of the first migration, if the store has none. */
const PUT_BEGAN = `INSERT INTO checkpoints (name, at) VALUES ('mark:began', floor(extract(epoch FROM clock_timestamp()) * 1000)) ON CONFLICT DO NOTHING`;

const IDENTITY_TABLES = ['items', 'goods', 'places', 'outages', 'messages'];
const maxOf = (column: string, table: string) => `(SELECT coalesce(max(${column}), 0) FROM ${table})`;
/** Sets the next value of each sequence above all that are in use. Blocks of changes begin at 1, 10,001 and so on. */
const NEXT_SEQUENCE_VALUES = [
  ...IDENTITY_TABLES.map((name) => `setval(pg_get_serial_sequence('${name}', 'id'), ${maxOf('id', name)} + 1, false)`),
  `setval('outbox_ids', greatest(${maxOf('id', 'causes')}, ${maxOf('id', 'notices')}) + 1, false)`,
  `setval('change_seqs', (greatest(${maxOf('seq', 'changes')}, ${maxOf('seq', 'trades')}) / 10000 + 1) * 10000 + 1, false)`,
];

const ROWS_PER_FETCH = 5_000;

/**
 * The database that receives a store. Its connection holds the locks of the leader and of the shards, so that no Crier
 * starts on it.
 */
export class MoveTarget {
  readonly postgres: Postgres;
  readonly session: Session;

  /** @throws OperatorFault if the database is unreachable, unusable or in use */
  static async open(url: string, log: Log, clock: Clock): Promise<MoveTarget> {
    const postgres = await openToMove(url, log, clock);
    const target = await postgres.connect('any').then(
      (session) => new MoveTarget(postgres, session),
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

  /**
   * @returns the move into this database, or null if the database is empty
   * @throws OperatorFault if it holds other rows
   */
  async moved(): Promise<MovedStore | null> {
    const moved = await readMovedStore(this.session);
    if (moved !== null) return moved;
    const { rows } = await this.session.query<{ isUsed: boolean }>(IS_USED);
    if (rows[0]?.isUsed === false) return null;
    throw new OperatorFault('The database holds rows of another Crier: give an empty database.');
  }

  /** Deletes the rows of an unfinished move, and records the source of this one. */
  async begin({ path, stamp }: { readonly path: string; readonly stamp: string }): Promise<void> {
    await this.#transaction(async () => {
      await this.session.query(`TRUNCATE ${MOVED_TABLES.join(', ')}`);
      await this.session.query(BEGIN_MOVE, [storedText(path), stamp]);
    });
  }

  /** Writes rows and the progress in one statement. */
  async write(table: Table, { rows }: Batch, position: Position): Promise<void> {
    const columns = columnsOf(table);
    const names = columns.map(({ name }) => name);
    const written = columns.map(({ name, write }) => write?.(name) ?? name);
    const read = columns.map(({ type }, index) => `$${index + 2}::${type}[]`);
    const text = `WITH copied AS (INSERT INTO ${table.name} (${names}) SELECT ${written} FROM unnest(${read}) AS row (${names}))
      UPDATE moved_store SET position = $1`;
    await this.session.query({ name: `move-${table.name}`, text }, [
      JSON.stringify(position),
      ...columns.map((_, index) => rows.map((row) => row[index])),
    ]);
  }

  /**
   * Reads all rows of a table back, in any order.
   * @param show receives the number of rows read so far
   */
  async sums(table: Table, show: (rows: number) => void): Promise<Sums> {
    const values = columnsOf(table).map(({ name, readBack }) => readBack?.(name) ?? name);
    let sums = NO_SUMS;
    await this.#transaction(async () => {
      const select = `SELECT ${values.map((value, index) => `${value} AS c${index}`)} FROM ${table.name}`;
      await this.session.query(`DECLARE copied NO SCROLL CURSOR FOR ${select}`);
      for (;;) {
        const { rows } = await this.session.query<Record<string, Value>>(`FETCH ${ROWS_PER_FETCH} FROM copied`);
        for (const row of rows) sums = addRow(sums, Object.values(row));
        if (rows.length < ROWS_PER_FETCH) break;
        show(sums.rows);
      }
    });
    return sums;
  }

  /** Makes the next move start from the beginning. */
  async forgetStamp(): Promise<void> {
    await this.session.query(`UPDATE moved_store SET stamp = ''`);
  }

  /** Creates the rows that only PostgreSQL has. From then on a Crier may start on the database. */
  async finish(): Promise<void> {
    await this.#transaction(async () => {
      await this.session.query(MAKE_TARGET_LEASES);
      await this.session.query(PUT_BEGAN);
      for (const next of NEXT_SEQUENCE_VALUES) await this.session.query(`SELECT ${next}`);
      await this.session.query('UPDATE moved_store SET done_at = clock_timestamp()');
    });
    await this.session.query('ANALYZE');
  }

  async end(): Promise<void> {
    await this.session.end();
    await this.postgres.end();
  }

  async #lock(): Promise<void> {
    const { rows } = await this.session.query<{ isFree: boolean; others: number }>(LOCK_DATABASE);
    if (rows[0]?.isFree === true && rows[0].others === 0) return;
    throw new OperatorFault('Crier or another move runs on the database: stop all of its processes first.');
  }

  async #transaction(work: () => Promise<void>): Promise<void> {
    await this.session.query('BEGIN');
    await work();
    await this.session.query('COMMIT');
  }
}

type TargetColumn = { readonly name: string } & Pick<ColumnKind, 'type' | 'write' | 'readBack'>;

function columnsOf({ columns, derived }: Table): readonly TargetColumn[] {
  const further = Object.entries(derived?.types ?? {}).map(([name, type]) => ({ name, type }));
  return [...columns.map(({ name, kind }) => ({ name, ...kind })), ...further];
}
