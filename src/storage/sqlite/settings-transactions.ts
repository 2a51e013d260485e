import type { SettingsOwner, SettingsTransactions } from '../../ports/settings.ts';
import { KeyedMutex } from '../../time/keyed-mutex.ts';
import { asNotSaved } from './transaction.ts';
import type { Transactions } from './transactions.ts';

/** SettingsTransactions of the one process on a file. Each is one transaction. */
export class SqliteSettingsTransactions implements SettingsTransactions {
  readonly #transactions: Transactions;
  readonly #queue = new KeyedMutex();

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  async run<T>(of: SettingsOwner, work: () => Promise<T>): Promise<T> {
    // In the queue of its own owner, the turn would wait for the one that it is part of.
    if (this.#transactions.isInTurn()) throw new Error('A turn cannot begin within another turn');
    return this.#queue.run(of, async () => {
      try {
        return await this.#transactions.turn(work);
      } catch (error) {
        throw asNotSaved(error);
      }
    });
  }
}
