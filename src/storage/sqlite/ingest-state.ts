import type { DatabaseSync } from 'node:sqlite';
import type { Ban, Outage, Span, StreamTurn } from '../../ports/journal.ts';
import { FIRST_BANS, SHOPS_UNREPORTED } from '../mappers/checkpoint-names.ts';
import { command, query } from './sql.ts';

/** Named times (epoch ms) and numbers that survive a restart. */
export class CheckpointsTable {
  readonly #sql;

  constructor(db: DatabaseSync) {
    this.#sql = {
      put: command(db, 'INSERT INTO checkpoints (name, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at'),
      get: query<{ at: number }>(db, 'SELECT at FROM checkpoints WHERE name = ?'),
      under: query<{ name: string; at: number }>(
        db,
        'SELECT name, at FROM checkpoints WHERE substr(name, 1, length(?1)) = ?1',
      ),
      remove: command(db, 'DELETE FROM checkpoints WHERE name = ?'),
    };
  }

  put(name: string, at: number): void {
    this.#sql.put(name, at);
  }

  /** @returns the number, or null if there is none */
  get(name: string): number | null {
    return this.#sql.get.first(name)?.at ?? null;
  }

  /** Returns the numbers whose names begin with `prefix`, keyed by the name without it. */
  under(prefix: string): ReadonlyMap<string, number> {
    return new Map(this.#sql.under.all(prefix).map(({ name, at }) => [name.slice(prefix.length), at]));
  }

  remove(name: string): void {
    this.#sql.remove(name);
  }
}

/** The bans of the service's last list. */
export class BansTable {
  readonly #sql;
  readonly #checkpoints: CheckpointsTable;

  constructor(db: DatabaseSync, checkpoints: CheckpointsTable) {
    this.#sql = {
      add: command(db, 'INSERT INTO bans (id, first_seen_at) VALUES (?, ?)'),
      remove: command(db, 'DELETE FROM bans WHERE id = ?'),
      all: query<{ id: string; firstSeenAt: number | null }>(
        db,
        'SELECT id, first_seen_at AS firstSeenAt FROM bans ORDER BY id',
      ),
    };
    this.#checkpoints = checkpoints;
  }

  /**
   * Replaces the bans by a whole list. A lifted ban is deleted, and counts as new if it returns. No ban of the very
   * first list counts as new.
   */
  take(ids: readonly string[], at: number): void {
    const isFirst = this.#checkpoints.get(FIRST_BANS) === null;
    const listed = new Set(ids);
    const known = new Set(this.all().map(({ id }) => id));
    for (const id of known) if (!listed.has(id)) this.#sql.remove(id);
    for (const id of listed) if (!known.has(id)) this.#sql.add(id, isFirst ? null : at);
    if (isFirst) this.#checkpoints.put(FIRST_BANS, at);
  }

  all(): Ban[] {
    return this.#sql.all.all().map((ban) => ({ ...ban }));
  }
}

/** Outages of the stream, and periods whose changes of shops were not reported. At most one outage is open. */
export class OutagesTable {
  readonly #sql;

  constructor(db: DatabaseSync) {
    this.#sql = {
      begin: command(db, 'INSERT INTO outages (began, why) VALUES (?, ?) ON CONFLICT DO NOTHING'),
      end: command(db, 'UPDATE outages SET ended = max(began, ?) WHERE ended IS NULL'),
      gap: command(db, 'INSERT INTO outages (began, ended, why) VALUES (?, ?, ?)'),
      since: query<Outage>(
        db,
        `SELECT began AS "from", ended AS until, why FROM outages
         WHERE (ended IS NULL OR ended >= ?) AND why <> '${SHOPS_UNREPORTED}' ORDER BY began, id`,
      ),
      unreportedSince: query<Span>(
        db,
        `SELECT began AS "from", ended AS until FROM outages
         WHERE ended >= ? AND why = '${SHOPS_UNREPORTED}' ORDER BY began, id`,
      ),
      prune: command(db, 'DELETE FROM outages WHERE ended < ?'),
    };
  }

  recordTurn(turn: StreamTurn): void {
    if (turn.kind === 'down') this.#sql.begin(turn.at, turn.why);
    else this.#sql.end(turn.at);
  }

  gap({ from, until, why }: Outage): void {
    this.#sql.gap(from, until, why);
  }

  shopsUnreported({ from, until }: Span): void {
    this.#sql.gap(from, until, SHOPS_UNREPORTED);
  }

  since(at: number): Outage[] {
    return this.#sql.since.all(at).map((outage) => ({ ...outage }));
  }

  unreportedSince(at: number): Span[] {
    return this.#sql.unreportedSince.all(at).map((span) => ({ ...span }));
  }

  prune(before: number): void {
    this.#sql.prune(before);
  }
}
