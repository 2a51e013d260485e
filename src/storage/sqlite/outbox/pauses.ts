import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../../ports/log.ts';
import type { Pause, Pauses } from '../../../ports/outbox.ts';
import { type Target, targetKey } from '../../../routing/notice.ts';
import { withTargets, writeTarget } from '../../mappers/target.ts';
import { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import { command, query } from '../sql.ts';
import type { Transactions } from '../transactions.ts';

/** The pauses of a file, and a copy in memory that routing and delivery read. Memory changes with each commit. */
export class PausesInMemory implements Pauses {
  readonly #sql;
  readonly #transactions: Pick<Transactions, 'collectOrWriteDurably' | 'isCollecting'>;
  readonly #codes: Map<string, number>;

  constructor(db: DatabaseSync, transactions: Pick<Transactions, 'collectOrWriteDurably' | 'isCollecting'>, log: Log) {
    this.#sql = {
      put: command(
        db,
        `INSERT INTO pauses (target, code, at) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET code = excluded.code, at = excluded.at`,
      ),
      remove: command(db, 'DELETE FROM pauses WHERE target = ?'),
    };
    this.#transactions = transactions;
    const pauses = readPauses(db, new UnreadableRows(log));
    this.#codes = new Map(pauses.map(({ target, code }) => [targetKey(target), code]));
  }

  async codeOf(target: Target): Promise<number | null> {
    return this.#codes.get(targetKey(target)) ?? null;
  }

  has(target: Target): boolean {
    return this.#codes.has(targetKey(target));
  }

  async pause({ target, code, at }: Pause): Promise<void> {
    this.#transactions.collectOrWriteDurably(
      () => this.#sql.put(writeTarget(target), code, at),
      () => this.#codes.set(targetKey(target), code),
    );
  }

  async resume(target: Target): Promise<void> {
    // A collected write may pause the target.
    if (!this.has(target) && !this.#transactions.isCollecting()) return;
    this.#transactions.collectOrWriteDurably(
      () => this.#sql.remove(writeTarget(target)),
      () => this.#codes.delete(targetKey(target)),
    );
  }
}

/** Reads all pauses, the oldest first. Those with an unreadable target are left out and noted. */
export function readPauses(db: DatabaseSync, unreadable: UnreadableRows): Pause[] {
  const rows = query<{ target: string; code: number; at: number }>(
    db,
    'SELECT target, code, at FROM pauses ORDER BY at',
  );
  return withTargets(rows.all(), unreadable);
}
