import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../../ports/log.ts';
import type { Pause, Pauses } from '../../../ports/outbox.ts';
import type { Target } from '../../../routing/notice.ts';
import { targetKey } from '../../../routing/target.ts';
import { withTargets, writeTarget } from '../../mappers/target.ts';
import { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import { command, query } from '../sql.ts';
import type { Transactions } from '../transactions.ts';

/** Targets that Discord's answer paused. */
export class PausesTable {
  readonly #sql;
  readonly #unreadable: UnreadableRows;

  constructor(db: DatabaseSync, unreadable: UnreadableRows) {
    this.#sql = {
      put: command(
        db,
        `INSERT INTO pauses (target, code, at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET code = excluded.code, at = excluded.at`,
      ),
      remove: command(db, 'DELETE FROM pauses WHERE target = ?'),
      all: query<{ target: string; code: number; at: number }>(db, 'SELECT target, code, at FROM pauses ORDER BY at'),
    };
    this.#unreadable = unreadable;
  }

  put({ target, code, at }: Pause): void {
    this.#sql.put(writeTarget(target), code, at);
  }

  remove(target: Target): void {
    this.#sql.remove(writeTarget(target));
  }

  all(): Pause[] {
    return withTargets(this.#sql.all.all(), this.#unreadable);
  }
}

/** The pauses of a file, and a copy in memory that routing and delivery read. Memory changes with each commit. */
export class PausesInMemory implements Pauses {
  readonly #table: PausesTable;
  readonly #transactions: Pick<Transactions, 'collectOrWriteDurably' | 'isCollecting'>;
  readonly #codes: Map<string, number>;

  constructor(db: DatabaseSync, transactions: Pick<Transactions, 'collectOrWriteDurably' | 'isCollecting'>, log: Log) {
    this.#table = new PausesTable(db, new UnreadableRows(log));
    this.#transactions = transactions;
    this.#codes = new Map(this.#table.all().map(({ target, code }) => [targetKey(target), code]));
  }

  async codeOf(target: Target): Promise<number | null> {
    return this.#codes.get(targetKey(target)) ?? null;
  }

  has(target: Target): boolean {
    return this.#codes.has(targetKey(target));
  }

  async pause(pause: Pause): Promise<void> {
    this.#transactions.collectOrWriteDurably(
      () => this.#table.put(pause),
      () => this.#codes.set(targetKey(pause.target), pause.code),
    );
  }

  async resume(target: Target): Promise<void> {
    // A turn may have paused it before.
    if (!this.has(target) && !this.#transactions.isCollecting()) return;
    this.#transactions.collectOrWriteDurably(
      () => this.#table.remove(target),
      () => this.#codes.delete(targetKey(target)),
    );
  }
}
