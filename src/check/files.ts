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
import { formsOf } from '../storage/mappers/settings-records.ts';
import { readTarget } from '../storage/mappers/target.ts';
import { isLegacy, type Layout, readLayout } from '../storage/migrations/legacy-layout.ts';
import { isOutdated, refuseNewer } from '../storage/migrations/sqlite.ts';
import { bytesToUpgrade, planUpgrade } from '../storage/migrations/upgrade-legacy.ts';
import { keptRefusedToken, keptStockEvidence, type OpenRecords } from '../storage/records/records.ts';
import { BUSY_TIMEOUT_MS, locateStore, type StoreLocation } from '../storage/sqlite/files.ts';
import { isLocked, refuseHalfRestored, refuseMoved } from '../storage/sqlite/lock.ts';
import { openRecordTables } from '../storage/sqlite/record-table.ts';
import { type ReadSettings, readSettings } from '../storage/sqlite/settings.ts';
import { refuseFolder } from '../storage/sqlite/store.ts';
import { Transactions } from '../storage/sqlite/transactions.ts';
import { amiss, amissBy, type CheckedStore, channelsOf, unread, well } from './finding.ts';

const WHAT = 'Store';
const MEGABYTE = 1_000_000;
/** Less is used up in a day. */
const LEAST_ROOM_MB = 100;
/** Written to try the disk: a file system that is full takes small files for a while. */
const TRIED_BYTES = 64 * 1024;

/** Looks over the files of a store, without a lock, while a Crier runs on them or not. */
export async function checkFiles(url: string): Promise<CheckedStore> {
  const located = locateStore(url);
  if (!located.ok) return unread(amiss(WHAT, located.why));
  try {
    return await inspectStore(located.location);
  } catch (error) {
    return unread(amissBy(WHAT, error));
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
    return unread(well(WHAT, `${folder} does not exist yet: Crier makes it when it starts.`));
  }
  for (const each of [folder, ...[path, legacyEvents, lock].filter((file) => existsSync(file))]) tryAccess(each, each);
  tryWriting(stem);
  const { bavail, bsize } = statfsSync(folder);
  const roomMb = Math.floor((bavail * bsize) / MEGABYTE);
  const layout = tryReading(path, () => readLayout(location));
  if (roomMb < LEAST_ROOM_MB) {
    const upgradeMb = Math.ceil(bytesToUpgrade(location, layout) / MEGABYTE);
    const more = upgradeMb === 0 ? '' : `, and the upgrade at the next start needs ${upgradeMb} more`;
    throw new OperatorFault(
      `The disk of ${folder} has ${roomMb} MB left: Crier needs ${LEAST_ROOM_MB}${more}. Make room on the disk.`,
    );
  }
  if (isLegacy(layout)) return inspectLegacyStore(location, layout, roomMb);
  if (layout.store === 'absent')
    return unread(well(WHAT, `${path} does not exist yet: Crier makes it when it starts. ${roomMb} MB are free.`));
  const read = lookInto(path, readStore);
  if (read !== null && read.unread > 0) throw holdsUnread(path, read.unread);
  const runs = isLocked(lock) ? 'Crier is running on it' : 'No Crier is running on it';
  const finding = well(WHAT, `${path} can be read and written. ${runs}. ${roomMb} MB are free.`);
  if (read === null) return unread(finding);
  const db =
    read.hasRefusedToken || read.hasStockEvidence ? new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }) : null;
  const records =
    db &&
    openRecordTables({ db, transactions: new Transactions(db, silentLog), log: silentLog, now: () => Date.now() });
  return {
    finding,
    feeds: read.feeds,
    paused: read.paused,
    refusedToken: records && keptRefusedToken(records),
    stockEvidence: records ? keptStockEvidence(records) : { read: async () => null },
    close: async () => db?.close(),
  };
}

/** Inspects a store of an earlier Crier, which stays as it is. */
function inspectLegacyStore(location: StoreLocation, { events }: Layout, roomMb: number): CheckedStore {
  const { path, legacyEvents, lock } = location;
  const { kind } = planUpgrade(location);
  const paused = events === 'journal' ? lookInto(legacyEvents, readPaused) : null;
  const read = lookInto(path, readLegacySettings);
  if (read !== null && read.unread > 0) throw holdsUnread(path, read.unread);
  const does =
    kind === 'finish' ? 'finishes the upgrade that was interrupted' : `makes one file of it and ${legacyEvents}`;
  const runs = isLocked(lock) ? 'Crier is running on it' : 'No Crier is running on it';
  const records = openLegacyRecords(path);
  return {
    finding: well(
      WHAT,
      `${path} was written by an older Crier: the next start ${does}. ${runs}. ${roomMb} MB are free.`,
    ),
    feeds: read?.feeds ?? null,
    paused: paused ?? new Set(),
    refusedToken: read && keptRefusedToken(records),
    stockEvidence: read && keptStockEvidence(records),
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
  refuseNewer(db);
  if (isOutdated(db)) return null;
  return { ...readSettings(db, silentLog), paused: readPaused(db) };
}

/** The channels in which Discord rejected Crier. @throws OperatorFault if a newer Crier wrote the file */
function readPaused(db: DatabaseSync): ReadonlySet<string> {
  refuseNewer(db);
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'pauses'").get() !== undefined;
  const rows = isThere ? db.prepare('SELECT target FROM pauses').all() : [];
  return channelsOf(rows.map(({ target }) => readTarget(String(target))));
}

/** The nearest folder above that is there. */
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
    writeFileSync(path, Buffer.alloc(TRIED_BYTES), { flush: true });
  } catch (error) {
    throw unusable('Nothing can be written beside the store', path, error);
  } finally {
    rmSync(path, { force: true });
  }
}

/** @throws OperatorFault if the file is there and damaged, or cannot be read */
function lookInto<T>(path: string, look: (db: DatabaseSync) => T): T | null {
  if (!existsSync(path)) return null;
  return tryReading(path, () => {
    const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
      if (verdict === 'ok') return look(db);
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

/** Keyv's wrapping of a record. */
const wrapped = z.object({ value: z.unknown() });

/** Reads the feeds in a settings file of an earlier Crier. `unread`: how many cannot be read. */
export function readLegacySettings(db: DatabaseSync): { readonly feeds: readonly Feed[]; readonly unread: number } {
  const rows = db.prepare("SELECT key, value FROM keyv WHERE namespace = 'feeds' ORDER BY key").all();
  const records = rows.map(({ key, value }) => ({ id: String(key), record: JSON.stringify(valueIn(value)) ?? '' }));
  const feeds = formsOf(silentLog).feeds.readAll(records);
  return { feeds, unread: rows.length - feeds.length };
}

/** Opens the records in a settings file of an earlier Crier, which are read and deleted but not written. */
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
    // SQL finds nothing in a space that is null.
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

/** @returns undefined if there is none */
function valueIn(text: unknown): unknown {
  try {
    return wrapped.safeParse(JSON.parse(String(text))).data?.value;
  } catch {
    return undefined; // read as a record that cannot be read
  }
}
