import type { Log } from '../../ports/log.ts';
import type { Snapshots, StoredSnapshots, UnfinishedSnapshot } from '../../ports/snapshots.ts';
import type { Queryable, QueryResult } from './client.ts';
import { isConnectionLost } from './connection-retries.ts';

/** Limits the pieces that one query reads. Each has 256 KiB. */
const PIECES_PER_READ = 4;
/**
 * Limits the attempts of a read with lost connections. A leader that cannot read the last list sends no alerts until
 * the next.
 */
const MOST_READ_ATTEMPTS = 3;
/** Limits the corrupt snapshots that are kept for the operator. */
const MOST_CORRUPT_UPLOADS = 2;

const IS_LEADER = 'EXISTS (SELECT 1 FROM leader WHERE epoch = $1)';
const READ_PIECES = `SELECT bytes FROM snapshot_pieces WHERE upload = $1 AND n >= $2 ORDER BY n LIMIT ${PIECES_PER_READ}`;
const FINISH_SNAPSHOT = `INSERT INTO snapshots (taken_at, upload, pieces) SELECT $2, $3, $4 WHERE ${IS_LEADER}
  ON CONFLICT (taken_at) DO UPDATE SET upload = excluded.upload, pieces = excluded.pieces, is_corrupt = false`;
const REMOVE_PIECES = `DELETE FROM snapshot_pieces p WHERE ${IS_LEADER}
  AND NOT EXISTS (SELECT 1 FROM snapshots s WHERE s.upload = p.upload)`;
const REMOVE_OLD_CORRUPT = `DELETE FROM snapshots WHERE ${IS_LEADER} AND is_corrupt AND taken_at NOT IN (
  SELECT taken_at FROM snapshots WHERE is_corrupt ORDER BY taken_at DESC LIMIT ${MOST_CORRUPT_UPLOADS})`;

/** Reads snapshots, which are stored in pieces. */
export class PostgresStoredSnapshots implements StoredSnapshots {
  protected readonly db: Queryable;

  constructor(db: Queryable) {
    this.db = db;
  }

  async read(takenAt: number): Promise<AsyncIterable<Buffer> | null> {
    const { rows } = await this.#read<{ upload: string; pieces: number }>(
      'SELECT upload, pieces FROM snapshots WHERE taken_at = $1 AND NOT is_corrupt',
      [takenAt],
    );
    const [found] = rows;
    return found === undefined ? null : this.#pieces(found.upload, found.pieces);
  }

  async latestBefore(limit: number): Promise<number | null> {
    const { rows } = await this.#read<{ at: number | null }>(
      'SELECT max(taken_at) AS at FROM snapshots WHERE taken_at < $1 AND NOT is_corrupt',
      [Number.isFinite(limit) ? limit : Number.MAX_SAFE_INTEGER],
    );
    return rows[0]?.at ?? null;
  }

  nameOf(takenAt: number): string {
    return `snapshots.taken_at = ${takenAt}`;
  }

  async *#pieces(upload: string, pieces: number): AsyncGenerator<Buffer, void> {
    for (let n = 0; n < pieces; n += PIECES_PER_READ) {
      const { rows } = await this.#read<{ bytes: Buffer }>(READ_PIECES, [upload, n]);
      if (rows.length < Math.min(PIECES_PER_READ, pieces - n))
        throw new Error('the snapshot was deleted during the read');
      for (const { bytes } of rows) yield bytes;
    }
  }

  async #read<Row extends object>(sql: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.db.query<Row>(sql, values);
      } catch (error) {
        if (!isConnectionLost(error) || tries === MOST_READ_ATTEMPTS) throw error;
      }
    }
  }
}

/** Snapshots of one term. It never changes those of another leader. */
export class PostgresSnapshots extends PostgresStoredSnapshots implements Snapshots {
  readonly #epoch: number;
  readonly #log: Log;
  #begun = 0;

  constructor(db: Queryable, epoch: number, log: Log) {
    super(db);
    this.#epoch = epoch;
    this.#log = log;
  }

  begin(): UnfinishedSnapshot {
    this.#begun += 1;
    const upload = `${this.#epoch}-${this.#begun}`;
    let pieces = 0;
    return {
      write: async (bytes) => {
        const n = pieces;
        pieces += 1;
        const text = 'INSERT INTO snapshot_pieces (upload, n, bytes) VALUES ($1, $2, $3)';
        await this.db.query({ name: 'write-piece', text }, [upload, n, bytes]);
      },
      finish: async (takenAt) => {
        const { count } = await this.db.query(FINISH_SNAPSHOT, [this.#epoch, takenAt, upload, pieces]);
        if (count === 0) throw new Error('Another process leads by now, the snapshot is discarded');
      },
      discard: async () => {
        await this.db.query('DELETE FROM snapshot_pieces WHERE upload = $1', [upload]);
      },
    };
  }

  async quarantine(takenAt: number): Promise<string> {
    await this.db.query(`UPDATE snapshots SET is_corrupt = true WHERE ${IS_LEADER} AND taken_at = $2`, [
      this.#epoch,
      takenAt,
    ]);
    await this.#remove(() => this.db.query(REMOVE_OLD_CORRUPT, [this.#epoch]));
    return `${this.nameOf(takenAt)} (is_corrupt)`;
  }

  removeUnfinished(): Promise<void> {
    return this.#remove();
  }

  removeAllBut(kept: ReadonlySet<number>): Promise<void> {
    const old = `DELETE FROM snapshots WHERE ${IS_LEADER} AND NOT is_corrupt AND NOT taken_at = ANY($2::bigint[])`;
    return this.#remove(() => this.db.query(old, [this.#epoch, [...kept]]));
  }

  /** Logs a failure instead of throwing it, because leftover rows do no harm. */
  async #remove(first?: () => Promise<unknown>): Promise<void> {
    try {
      await first?.();
      await this.db.query(REMOVE_PIECES, [this.#epoch]);
    } catch (error) {
      this.#log.warn({ err: error }, 'Old shop snapshots not deleted');
    }
  }
}
