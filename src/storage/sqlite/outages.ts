import type { DatabaseSync } from 'node:sqlite';
import type { Outage, Span, StreamTurn } from '../../ports/journal.ts';
import { SHOPS_UNTOLD } from '../mappers/checkpoint-names.ts';
import { command, query } from './sql.ts';

/** Times without the stream; at most one is open, also over restarts. And times of which changes in shops were told to nobody. */
export class OutagesTable {
  readonly #sql: ReturnType<typeof prepareStatements>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareStatements(db);
  }

  turn(turn: StreamTurn): void {
    if (turn.kind === 'down') this.#sql.begin(turn.at, turn.why);
    else this.#sql.end(turn.at);
  }

  gap({ from, until, why }: Outage): void {
    this.#sql.gap(from, until, why);
  }

  shopsUntold({ from, until }: Span): void {
    this.#sql.gap(from, until, SHOPS_UNTOLD);
  }

  since(at: number): Outage[] {
    return this.#sql.since.all(at, SHOPS_UNTOLD).map(({ began, ended, why }) => ({ from: began, until: ended, why }));
  }

  untoldSince(at: number): Span[] {
    return this.#sql.untoldSince.all(at, SHOPS_UNTOLD).map(({ began, ended }) => ({ from: began, until: ended }));
  }

  prune(before: number): void {
    this.#sql.prune(before);
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    begin: command(db, 'INSERT INTO outages (began, why) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    end: command(db, 'UPDATE outages SET ended = max(began, ?) WHERE ended IS NULL'),
    gap: command(db, 'INSERT INTO outages (began, ended, why) VALUES (?, ?, ?)'),
    since: query<{ began: number; ended: number | null; why: string }>(
      db,
      'SELECT began, ended, why FROM outages WHERE (ended IS NULL OR ended >= ?) AND why <> ? ORDER BY began, id',
    ),
    untoldSince: query<{ began: number; ended: number }>(
      db,
      'SELECT began, ended FROM outages WHERE ended >= ? AND why = ? ORDER BY began, id',
    ),
    prune: command(db, 'DELETE FROM outages WHERE ended < ?'),
  };
}
