import { accessSync, constants, existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { OperatorFault, reasonOf } from '../faults/operator-fault.ts';
import { unusable } from '../faults/store-faults.ts';
import { silentLog } from '../log/silent-log.ts';
import type { Feed } from '../routing/feed.ts';
import { RecordReader } from '../storage/mappers/record.ts';
import { settingsForms } from '../storage/mappers/settings-records.ts';
import { readTarget } from '../storage/mappers/target.ts';
import { isLegacy, readLayout, type StoreLayout } from '../storage/migrations/legacy-layout.ts';
import { isOutdated, refuseNewerFile } from '../storage/migrations/sqlite.ts';
import { bytesToUpgrade, planUpgrade } from '../storage/migrations/upgrade-legacy.ts';
import { createRefusedToken, createStockEvidence, type OpenRecords } from '../storage/records/records.ts';
import { BUSY_TIMEOUT_MS, locateStore, MEGABYTE_BYTES, type StoreLocation } from '../storage/sqlite/files.ts';
import { isLocked, refuseHalfRestored, refuseMoved } from '../storage/sqlite/lock.ts';
import { openSqliteRecords } from '../storage/sqlite/record-table.ts';
import { type ReadSettings, readSettings } from '../storage/sqlite/settings.ts';
import { refuseFolder } from '../storage/sqlite/store.ts';
import { Transactions } from '../storage/sqlite/transactions.ts';
import { type CheckedStore, channelsOf, failed, failedBy, passed, STORE_LABEL, unreadStore } from './finding.ts';

/** Limits how little free space is enough: about a day's use. */
const LEAST_FREE_MB = 100;
/** Size of the file written to try the disk: a full file system still takes small files for a while. */
const PROBE_BYTES = 64 * 1024;

/** Checks the files of a store without a lock, whether a Crier runs on them or not. */
export async function checkFiles(url: string): Promise<CheckedStore> {
  const located = locateStore(url);
  if (!located.ok) return unreadStore(failed(STORE_LABEL, located.why));
  try {
    return await inspectStore(located.location);
  } catch (error) {
    return unreadStore(failedBy(STORE_LABEL, error));
  }
}

async function inspectStore(location: StoreLocation): Promise<CheckedStore> {
  const { path, legacyEvents, lock, stem } = location;
  refuseFolder(path);
  refuseMoved(stem);
  refuseHalfRestored(stem);
  const folder = dirname(path);
  if (!existsSync(folder)) {
    const above = nearest(folder);
    tryAccess(above, path);
    return unreadStore(passed(STORE_LABEL, `${folder} does not exist yet. Crier creates it when it starts.`));
  }
  for (const each of [folder, ...[path, legacyEvents, lock].filter((file) => existsSync(file))]) tryAccess(each, each);
  tryWriting(stem);
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.floor((bavail * bsize) / MEGABYTE_BYTES);
  const layout = tryReading(path, () => readLayout(location));
  if (freeMb < LEAST_FREE_MB) {
    const upgradeMb = Math.ceil(bytesToUpgrade(location, layout) / MEGABYTE_BYTES);
    const more = upgradeMb === 0 ? '' : `, and the upgrade at the next start needs ${upgradeMb} more`;
    throw new OperatorFault(
      `The disk of ${folder} has ${freeMb} MB left: Crier needs ${LEAST_FREE_MB}${more}. Free some space on the disk.`,
    );
  }
  if (isLegacy(layout)) return inspectLegacyStore(location, layout, freeMb);
  if (layout.store === 'absent')
    return unreadStore(
      passed(STORE_LABEL, `${path} does not exist yet. Crier creates it when it starts. ${freeMb} MB are free.`),
    );
  const read = readSound(path, readStore);
  if (read !== null && read.unread > 0) throw holdsUnread(path, read.unread);
  const runs = isLocked(lock) ? 'Crier is running on it' : 'No Crier is running on it';
  const finding = passed(STORE_LABEL, `${path} can be read and written. ${runs}. ${freeMb} MB are free.`);
  if (read === null) return unreadStore(finding);
  const db =
    read.hasRefusedToken || read.hasStockEvidence ? new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }) : null;
  const records =
    db &&
    openSqliteRecords({ db, transactions: new Transactions(db, silentLog), log: silentLog, now: () => Date.now() });
  return {
    finding,
    feeds: read.feeds,
    paused: read.paused,
    refusedToken: records && createRefusedToken(records),
    stockEvidence: records ? createStockEvidence(records) : { read: async () => null },
    close: async () => db?.close(),
  };
}

/** Checks a store of an earlier Crier and changes nothing in it. */
function inspectLegacyStore(location: StoreLocation, { events }: StoreLayout, freeMb: number): CheckedStore {
  const { path, legacyEvents, lock } = location;
  const { kind } = planUpgrade(location);
  const paused = events === 'journal' ? readSound(legacyEvents, readPaused) : null;
  const read = readSound(path, readLegacySettings);
  if (read !== null && read.unread > 0) throw holdsUnread(path, read.unread);
  const does =
    kind === 'finish' ? 'finishes the upgrade that was interrupted' : `makes one file of it and ${legacyEvents}`;
  const runs = isLocked(lock) ? 'Crier is running on it' : 'No Crier is running on it';
  const records = openLegacyRecords(path);
  return {
    finding: passed(
      STORE_LABEL,
      `${path} was written by an older Crier: the next start ${does}. ${runs}. ${freeMb} MB are free.`,
    ),
    feeds: read?.feeds ?? null,
    paused: paused ?? new Set(),
    refusedToken: read && createRefusedToken(records),
    stockEvidence: read && createStockEvidence(records),
    close: async () => undefined,
  };
}

function holdsUnread(path: string, count: number): OperatorFault {
  return new OperatorFault(
    `${path} holds ${count} feeds that cannot be read: start the Crier that wrote them again, or restore a backup.`,
  );
}

/**
 * @returns the settings and the channels in which Discord rejected Crier, or null if an older Crier wrote the store
 * @throws OperatorFault if a newer Crier wrote it
 */
function readStore(db: DatabaseSync): (ReadSettings & { readonly paused: ReadonlySet<string> }) | null {
  refuseNewerFile(db);
  if (isOutdated(db)) return null;
  return { ...readSettings(db, silentLog), paused: readPaused(db) };
}

/**
 * @returns the channels in which Discord rejected Crier
 * @throws OperatorFault if a newer Crier wrote the file
 */
function readPaused(db: DatabaseSync): ReadonlySet<string> {
  refuseNewerFile(db);
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'pauses'").get() !== undefined;
  const rows = isThere ? db.prepare('SELECT target FROM pauses').all() : [];
  return channelsOf(rows.map(({ target }) => readTarget(String(target))));
}

/** Returns the nearest parent folder that exists. */
function nearest(folder: string): string {
  const above = dirname(folder);
  return existsSync(above) || above === folder ? above : nearest(above);
}

function tryAccess(path: string, wanted: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new OperatorFault(`The store at ${wanted} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

function tryWriting(stem: string): void {
  const path = `${stem}.check-${process.pid}`;
  try {
    writeFileSync(path, Buffer.alloc(PROBE_BYTES), { flush: true });
  } catch (error) {
    throw unusable('Crier cannot write next to the store', path, error);
  } finally {
    rmSync(path, { force: true });
  }
}

/**
 * @returns the result of `query`, or null if there is no file
 * @throws OperatorFault if the file is damaged or cannot be read
 */
function readSound<T>(path: string, query: (db: DatabaseSync) => T): T | null {
  if (!existsSync(path)) return null;
  return tryReading(path, () => {
    const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
      if (verdict === 'ok') return query(db);
      throw new OperatorFault(
        `${path} is damaged (${verdict}): restore a backup, or let the start set it aside and begin a new one.`,
      );
    } finally {
      db.close();
    }
  });
}

/** @throws OperatorFault if the file cannot be read */
function tryReading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof OperatorFault) throw error;
    throw new OperatorFault(`The store at ${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Keyv's envelope of a record. */
const wrapped = z.object({ value: z.unknown() });

/** Reads the feeds in a settings file of an earlier Crier. `unread` counts those that cannot be read. */
export function readLegacySettings(db: DatabaseSync): { readonly feeds: readonly Feed[]; readonly unread: number } {
  const rows = db.prepare("SELECT key, value FROM keyv WHERE namespace = 'feeds' ORDER BY key").all();
  const records = rows.map(({ key, value }) => ({ id: String(key), record: JSON.stringify(valueIn(value)) ?? '' }));
  const feeds = settingsForms(silentLog).feeds.readAll(records);
  return { feeds, unread: rows.length - feeds.length };
}

/** Opens the records in a settings file of an earlier Crier: they can be read and deleted, but not written. */
export function openLegacyRecords(path: string): OpenRecords {
  const inFile = <T>(readOnly: boolean, work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS });
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  return (table) => {
    // A null namespace matches no row.
    const { legacySpace = null } = table;
    const reader = new RecordReader(table, silentLog);
    return {
      async get(key) {
        const row = inFile(true, (db) =>
          db
            .prepare('SELECT value FROM keyv WHERE namespace = ? AND key = ? AND (expires IS NULL OR expires > ?)')
            .get(legacySpace, key, Date.now()),
        );
        return row === undefined ? null : reader.read(valueIn(row.value));
      },
      async set() {
        throw new RangeError('an old settings file is not written');
      },
      async delete(key) {
        const remove = (db: DatabaseSync) =>
          db.prepare('DELETE FROM keyv WHERE namespace = ? AND key = ?').run(legacySpace, key);
        return inFile(false, remove).changes > 0;
      },
    };
  };
}

/** @returns undefined if it is no record of Keyv */
function valueIn(text: unknown): unknown {
  try {
    return wrapped.safeParse(JSON.parse(String(text))).data?.value;
  } catch {
    return undefined; // The record's own schema rejects `undefined`.
  }
}
