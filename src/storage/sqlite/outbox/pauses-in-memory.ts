import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../../ports/log.ts';
import type { Pause, Pauses } from '../../../ports/outbox.ts';
import type { Target } from '../../../routing/notice.ts';
import { targetKey } from '../../../routing/target.ts';
import { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import type { Transactions } from '../transactions.ts';
import { PausesTable } from './pauses.ts';

/** The pauses of a file, and a copy in memory that routing and delivery read. Memory changes with each commit. */
export class PausesInMemory implements Pauses {
  readonly #table: PausesTable;
  readonly #transactions: Pick<Transactions, 'submitThrough' | 'isInTurn'>;
  readonly #codes: Map<string, number>;

  constructor(db: DatabaseSync, transactions: Pick<Transactions, 'submitThrough' | 'isInTurn'>, log: Log) {
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
    this.#transactions.submitThrough(
      () => this.#table.put(pause),
      () => this.#codes.set(targetKey(pause.target), pause.code),
    );
  }

  async resume(target: Target): Promise<void> {
    // A turn may have paused it before.
    if (!this.has(target) && !this.#transactions.isInTurn()) return;
    this.#transactions.submitThrough(
      () => this.#table.remove(target),
      () => this.#codes.delete(targetKey(target)),
    );
  }
}
