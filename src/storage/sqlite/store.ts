import { readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../faults/operator-fault.ts';
import { StoreUnusable } from '../../faults/store-faults.ts';
import type { Log } from '../../ports/log.ts';
import { type Cache, openCache } from '../cache/keyv-cache.ts';
import { QUARANTINED } from '../mappers/checkpoint-names.ts';
import { isEmpty, migrateFile, migrateLarge } from '../migrations/sqlite.ts';
import { guardStore, upgradeLegacy } from '../migrations/upgrade-legacy.ts';
import type { OpenRecords } from '../records/records.ts';
import { isLargeAndSound, openDatabase, wasRecentlyQuarantined } from './database.ts';
import { makeFolderOf, type StoreLocation } from './files.ts';
import { CheckpointsTable } from './ingest-state.ts';
import { lockStore, refuseHalfRestored, refuseMoved, removeParts } from './lock.ts';
import { openSqliteRecords } from './record-table.ts';
import { Transactions } from './transactions.ts';

/** A store in one file with a current schema, locked by this process. */
export interface Store {
  readonly db: DatabaseSync;
  /** All writes of the file. */
  readonly transactions: Transactions;
  /** Opens the record tables. */
  readonly records: OpenRecords;
  readonly cache: Cache;
  /** Whether a file of the store existed before this start. */
  readonly wasUsed: boolean;
  /** Closes the files, then releases the lock. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Epoch ms. */
  readonly now?: () => number;
  /** Receives the current step of an upgrade (see `upgradeLegacy`). */
  readonly onProgress?: (what: string) => void;
}

/**
 * Locks the store, upgrades a store of the legacy layout, opens the files and migrates the schema.
 *
 * @throws StoreUnusable with a message for the operator: another instance runs, the store was moved, or a path is
 * unusable
 * @throws OperatorFault if a newer Crier wrote the store, or its tables cannot be created
 */
export async function openStore(
  location: StoreLocation,
  log: Log,
  { now = Date.now, onProgress = () => undefined }: OpenOptions = {},
): Promise<Store> {
  const wasUsed = hasFiles(location);
  refuseFolder(location.path);
  refuseMoved(location.stem);
  refuseHalfRestored(location.stem);
  const unlock = lockStore(location.lock);
  let db: DatabaseSync | undefined;
  try {
    await upgradeLegacy({ location, log, now, onProgress });
    db = await openStoreFile(location, log, now);
    guardStore(location, log);
    const cache = await openCache(location.cache, log);
    removeParts([location.path, location.legacyEvents]);
    return openedStore(db, cache, { wasUsed, log, now, unlock });
  } catch (error) {
    db?.close();
    unlock();
    throw error;
  }
}

async function openStoreFile(location: StoreLocation, log: Log, now: () => number): Promise<DatabaseSync> {
  const { path } = location;
  const db = openDatabase(path, log, { isSound: await isLargeAndSound(path) });
  try {
    await migrateLarge(db);
    // A start that was killed may already have quarantined the corrupt file.
    const isSettingsLost = isEmpty(db) && (wasRecentlyQuarantined(path, now()) || wasRunBefore(location));
    migrateFile(db, () => {
      if (isSettingsLost) new CheckpointsTable(db).put(QUARANTINED, now());
    });
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function openedStore(
  db: DatabaseSync,
  cache: Cache,
  parts: {
    readonly wasUsed: boolean;
    readonly log: Log;
    readonly now: () => number;
    readonly unlock: () => void;
  },
): Store {
  const transactions = new Transactions(db, parts.log);
  const { wasUsed, log, now, unlock } = parts;
  return {
    ...{ db, transactions, cache, wasUsed },
    records: openSqliteRecords({ db, transactions, log, now }),
    async close() {
      await cache.close();
      if (db.isOpen) db.close();
      unlock();
    },
  };
}

/**
 * Returns whether a file of the store exists: the store itself, a side file, a quarantined file or a saved snapshot.
 */
function hasFiles(location: StoreLocation): boolean {
  makeFolderOf(location.stem);
  return wasRunBefore(location) || hasNames(location.path, [location.path]);
}

/** Returns whether files exist that Crier writes only after it has opened the store. */
function wasRunBefore({ stem, legacyEvents }: StoreLocation): boolean {
  return hasNames(stem, [legacyEvents, `${stem}.shops-`]);
}

/** @param beginnings beginnings of paths in the folder of `path` */
function hasNames(path: string, beginnings: readonly string[]): boolean {
  const names = namesIn(dirname(path));
  return beginnings.some((beginning) => names.some((name) => name.startsWith(basename(beginning))));
}

/**
 * Refuses a folder as the store's path. Checked before the lock is taken, because a mounted volume often lies in a
 * folder of root.
 * @throws StoreUnusable if the path is that of a folder
 */
export function refuseFolder(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new StoreUnusable(
    `STORE_URL names a folder, ${path}: give the path of a file, such as sqlite://${path}/crier.sqlite.`,
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new StoreUnusable(`The folder of the store cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}
