import type { Log } from '../../../src/ports/log.ts';
import { SubscriptionsInMemory } from '../../../src/routing/subscriptions-in-memory.ts';
import { createAddresses, createQueries } from '../../../src/storage/cache/cache.ts';
import { openCache } from '../../../src/storage/cache/keyv-cache.ts';
import { migrateFile } from '../../../src/storage/migrations/sqlite.ts';
import {
  createLandmarkStore,
  createRefusedToken,
  createRetriedRefusals,
  createStockEvidence,
  createUndos,
  type OpenRecords,
} from '../../../src/storage/records/records.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { openSqliteRecords } from '../../../src/storage/sqlite/record-table.ts';
import { SqliteSettings } from '../../../src/storage/sqlite/settings.ts';
import { Transactions } from '../../../src/storage/sqlite/transactions.ts';

/** Opens the file of a store, without its lock and cache. */
export function openStoreFile(path: string, log: Log) {
  const db = openDatabase(path, log);
  migrateFile(db);
  const transactions = new Transactions(db, log);
  return {
    ...{ db, transactions },
    records: openSqliteRecords({ db, transactions, log, now: () => Date.now() }),
    async close() {
      if (db.isOpen) db.close();
    },
  };
}

export async function openSettings(path: string, log: Log, memory = new SubscriptionsInMemory()) {
  const file = openStoreFile(path, log);
  const settings = new SqliteSettings({ ...file, memory, log });
  return Object.assign(settings, { close: file.close, transactions: file.transactions });
}

/** Opens one record table of a store. */
async function openOne<T extends object>(path: string, log: Log, keep: (open: OpenRecords) => T) {
  const { records, close } = openStoreFile(path, log);
  return { ...keep(records), close };
}

export const openUndos = (path: string, log: Log) => openOne(path, log, createUndos);
export const openRefusedToken = (path: string, log: Log) => openOne(path, log, createRefusedToken);
export const openLandmarkStore = (path: string, log: Log) => openOne(path, log, createLandmarkStore);
export const openStockEvidence = (path: string, log: Log) => openOne(path, log, createStockEvidence);
export const openRetriedRefusals = (path: string, log: Log) => openOne(path, log, createRetriedRefusals);

export async function openCached(path: string, log: Log) {
  const cache = await openCache(path, log);
  return { queries: createQueries(cache.open), addresses: createAddresses(cache.open), close: () => cache.close() };
}
