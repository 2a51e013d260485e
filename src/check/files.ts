import { accessSync, constants, existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { OperatorFault, reasonOf } from '../faults/operator-fault.ts';
import { unusable } from '../faults/store-unusable.ts';
import { keptRefusedToken } from '../storage/cache/refused-token.ts';
import { keptStockEvidence } from '../storage/cache/stock-evidence.ts';
import { readTarget } from '../storage/mappers/target.ts';
import { refuseNewer } from '../storage/migrations/sqlite.ts';
import { openKept } from '../storage/sqlite/kept-records.ts';
import { locateStore, type StoreLocation } from '../storage/sqlite/location.ts';
import { isLocked } from '../storage/sqlite/lock.ts';
import { refuseMoved } from '../storage/sqlite/moved-mark.ts';
import { readSettings } from '../storage/sqlite/read-settings.ts';
import { refuseHalfRestored } from '../storage/sqlite/restore-mark.ts';
import { refuseFolder } from '../storage/sqlite/store.ts';
import { type CheckedStore, channelsOf, unread } from './checked-store.ts';
import { amiss, amissBy, well } from './finding.ts';
import { silentLog } from './silent-log.ts';

const WHAT = 'Store';
const MEGABYTE = 1_000_000;
/** Less is used up in a day. */
const LEAST_ROOM_MB = 100;
/** Written to try the disk: a file system that is full takes small files for a while. */
const TRIED_BYTES = 64 * 1024;
const BUSY_TIMEOUT_MS = 1_000;

/** Looks over the files of a store, without a lock, while a Crier runs on them or not. */
export async function checkFiles(url: string): Promise<CheckedStore> {
  const located = locateStore(url);
  if (!located.ok) return unread(amiss(WHAT, located.why));
  try {
    return await lookOver(located.location);
  } catch (error) {
    return unread(amissBy(WHAT, error));
  }
}

async function lookOver(location: StoreLocation): Promise<CheckedStore> {
  const { settings, events, lock, stem } = location;
  refuseFolder(settings);
  refuseMoved(stem);
  refuseHalfRestored(stem);
  const folder = dirname(settings);
  if (!existsSync(folder)) {
    const above = nearest(folder);
    tryAccess(above, settings);
    return unread(well(WHAT, `${folder} does not exist yet: Crier makes it when it starts.`));
  }
  for (const path of [folder, ...[settings, events, lock].filter((file) => existsSync(file))]) tryAccess(path, path);
  tryWriting(stem);
  const { bavail, bsize } = statfsSync(folder);
  const roomMb = Math.floor((bavail * bsize) / MEGABYTE);
  if (roomMb < LEAST_ROOM_MB) {
    throw new OperatorFault(
      `The disk of ${folder} has ${roomMb} MB left: Crier needs ${LEAST_ROOM_MB}. Make room on the disk.`,
    );
  }
  if (!existsSync(settings) && !existsSync(events))
    return unread(well(WHAT, `${settings} does not exist yet: Crier makes it when it starts. ${roomMb} MB are free.`));
  const paused = lookInto(events, readPaused);
  const read = lookInto(settings, readSettings);
  if (read !== null && read.unread > 0) {
    throw new OperatorFault(
      `${settings} holds ${read.unread} feeds that cannot be read: start the Crier that wrote them again, or restore a backup.`,
    );
  }
  const runs = isLocked(lock) ? 'Crier is running on it' : 'No Crier is running on it';
  const finding = well(WHAT, `${settings} can be read and written. ${runs}. ${roomMb} MB are free.`);
  if (read === null) return unread(finding);
  // To open it takes what writes.
  const kept = read.hasRefusedToken || read.hasStockEvidence ? await openKept(settings, silentLog) : null;
  return {
    finding,
    feeds: read.feeds,
    paused: paused ?? new Set(),
    refusedToken: kept && keptRefusedToken(kept.open),
    stockEvidence: kept ? keptStockEvidence(kept.open) : { read: async () => null },
    close: async () => kept?.close(),
  };
}

/** The channels in which Discord has refused Crier. @throws OperatorFault where a newer Crier has written it */
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

/** @throws OperatorFault where the file is there and is damaged, or cannot be read */
function lookInto<T>(path: string, look: (db: DatabaseSync) => T): T | null {
  if (!existsSync(path)) return null;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (verdict === 'ok') return look(db);
    throw new OperatorFault(
      `${path} is damaged (${verdict}): restore a backup, or let the start set it aside and begin a new one.`,
    );
  } catch (error) {
    if (error instanceof OperatorFault) throw error;
    throw new OperatorFault(`The store at ${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  } finally {
    db?.close();
  }
}
