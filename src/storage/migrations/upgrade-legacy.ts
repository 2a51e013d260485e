import { constants, existsSync, renameSync, statfsSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorFault, reasonOf } from '../../faults/operator-fault.ts';
import { NotWritten, requireWritable, StoreUnusable, unusable } from '../../faults/store-faults.ts';
import type { Log } from '../../ports/log.ts';
import { inThread, isLargeAndSound, LARGE_BYTES, openDatabase, wasQuarantinedLately } from '../sqlite/database.ts';
import { giveToOwner, removeDatabase, type StoreLocation, sync } from '../sqlite/files.ts';
import { type Converted, carryCache, convertLegacy, type LegacyFiles } from './convert-legacy.ts';
import {
  bytesOf,
  FOLD_WAL,
  isLegacy,
  keep,
  type Layout,
  lastKept,
  putGuard,
  readLayout,
  stampOf,
  type Upgraded,
  upgradedFiles,
  upgradedPath,
  upgradingPath,
} from './legacy-layout.ts';
import { refuseNewer } from './sqlite.ts';
import type { Failed } from './worker.ts';

export interface UpgradeParts {
  readonly location: StoreLocation;
  readonly log: Log;
  /** Epoch ms. */
  readonly now: () => number;
  /** Receives what the upgrade is doing, such as `Upgrading the store, 40 % copied`. */
  readonly onProgress: (what: string) => void;
  /** Free bytes on the disk of a folder. */
  readonly freeBytes?: (folder: string) => number;
}

const UPGRADING = 'Upgrading the store';
const PROGRESS_MS = 200;

const MEGABYTE = 1_000_000;
/** Room for the tables and indexes that a migration adds to the copy. */
const ROOM_FACTOR = 1.2;
const ROOM_BYTES = 10 * MEGABYTE;

/**
 * Makes one file of a store of an earlier Crier. Does nothing for any other store. The caller holds the lock of the store.
 * A kill or an error at any point loses nothing, and the next call goes on:
 *
 * - *build*: the new store is made next to the old files, as `<stem>.upgrading.sqlite`. After a kill it is built again.
 * - *finish*: the new store is complete, as `<stem>.upgraded-<stamp>.sqlite`. The old files get second names that end in
 *   `.before-0.4`, the guard replaces the old journal, and the new store replaces the old settings, each by one rename. After
 *   a kill the remaining steps are done. The stamp is that of the old files: if an older Crier wrote to them meanwhile, the
 *   store is built again.
 *
 * @throws StoreUnusable with a sentence for the operator
 */
export async function upgradeLegacy(parts: UpgradeParts): Promise<void> {
  const { location, log } = parts;
  let purpose = 'used';
  try {
    // SQLite cannot even read a store in WAL mode where it may not write.
    requireWritable([dirname(location.path), location.path]);
    const step = planUpgrade(location, parts.freeBytes);
    if (step.kind !== 'none') purpose = 'upgraded';
    if (step.kind === 'build') requireWritable([location.legacyEvents]);
    removeDatabase(upgradingPath(location));
    if (step.kind === 'build') {
      for (const { path } of upgradedFiles(location)) removeDatabase(path);
      await build(parts);
    }
    if (step.kind === 'finish') {
      log.info({ path: location.path }, 'The upgrade of the store was interrupted, finishing it');
      finish(step.path, location);
    }
  } catch (error) {
    if (error instanceof OperatorFault && !(error instanceof NotWritten)) throw error;
    const cause = error instanceof NotWritten ? error.cause : error;
    throw unusable(`The store at ${location.path} cannot be ${purpose}`, location.path, cause);
  }
}

/**
 * Decides what the next start does with a store, without doing it.
 * @throws StoreUnusable if it cannot: there is not enough room, or the journal is missing
 */
export function planUpgrade(location: StoreLocation, freeBytes = freeBytesOf): Exclude<Step, { kind: 'refuse' }> {
  const step = stepOf(location, readLayout(location));
  if (step.kind === 'refuse') throw new StoreUnusable(lacksJournal(location));
  if (step.kind === 'build') refuseWithoutRoom(location, freeBytes);
  return step;
}

/** Free bytes that the upgrade at the next start needs; 0 if it builds no new store. */
export function bytesToUpgrade(location: StoreLocation, layout: Layout): number {
  return stepOf(location, layout).kind === 'build' ? neededBytes(location) : 0;
}

function stepOf(location: StoreLocation, layout: Layout): Step {
  return nextStep(layout, upgradedFiles(location), stampOf(location));
}

function neededBytes({ path, legacyEvents }: StoreLocation): number {
  return (bytesOf(path) + bytesOf(legacyEvents)) * ROOM_FACTOR + ROOM_BYTES;
}

/**
 * Makes an older Crier refuse to start on an open store. A journal that such a Crier has begun meanwhile is
 * quarantined. If that fails, on a full disk for example, the store is used without the guard, and the next start tries
 * again.
 */
export function guardStore(location: StoreLocation, log: Log): void {
  try {
    guard(location, log);
  } catch (error) {
    const sentence = 'The file that keeps an older Crier from starting on this store cannot be written';
    log.warn({ path: location.legacyEvents, reason: reasonOf(error) }, sentence);
  }
}

function guard(location: StoreLocation, log: Log): void {
  const { events } = readLayout(location);
  if (events === 'guard') return;
  const isInTheWay = events === 'journal' || events === 'corrupt';
  if (isInTheWay) {
    const keptAs = keep(location.legacyEvents);
    log.warn(
      { path: location.legacyEvents, keptAs },
      'A journal of an older Crier lies next to the store, quarantined',
    );
  }
  // SQLite would take the WAL of the empty file for that of the guard.
  if (events === 'empty') removeDatabase(location.legacyEvents);
  putGuard(location);
}

type Step =
  | { readonly kind: 'none' | 'build' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'finish'; readonly path: string };

/** @param stamp of the old files as they are now */
export function nextStep(layout: Layout, upgraded: readonly Upgraded[], stamp: string): Step {
  if (layout.store === 'store') return { kind: 'none' };
  // The guard is put after the new store is complete.
  const complete = upgraded.find((each) => layout.events === 'guard' || each.stamp === stamp);
  if (complete !== undefined) return { kind: 'finish', path: complete.path };
  if (!isLegacy(layout)) return { kind: 'none' };
  return { kind: layout.events === 'guard' ? 'refuse' : 'build' };
}

function lacksJournal({ path, legacyEvents }: StoreLocation): string {
  const kept = lastKept(legacyEvents) ?? `a copy of it`;
  return `${path} was written by an earlier Crier, and its journal is missing: put ${kept} in the place of ${legacyEvents}. To start without history and outbox, delete ${legacyEvents}.`;
}

async function build({ location, log, now, onProgress }: UpgradeParts): Promise<void> {
  const { path, legacyEvents } = location;
  const bytes = bytesOf(path) + bytesOf(legacyEvents);
  const beganAt = now();
  log.info({ path, bytes }, 'Upgrading the store: its two files become one');
  onProgress(UPGRADING);
  for (const file of [path, legacyEvents]) if (existsSync(file)) await closeDatabase(file, log);
  const { store, events } = readLayout(location);
  const upgrading = upgradingPath(location);
  const files: LegacyFiles = {
    path: upgrading,
    settings: store === 'settings' ? path : null,
    // An earlier try, which failed or was killed, may have set the settings aside.
    isQuarantined: store !== 'settings' && wasQuarantinedLately(path, beganAt),
    now: beganAt,
  };
  const stamp = stampOf(location);
  const copy = () => (events === 'journal' ? copyDatabase(legacyEvents, upgrading, onProgress) : undefined);
  const converted = await convert(files, copy, bytes, onProgress);
  if (files.settings !== null) carryCache(files.settings, location.cache, log);
  giveToOwner([upgrading], dirname(path));
  const upgraded = upgradedPath(location, stamp);
  renameSync(upgrading, upgraded);
  sync(dirname(path));
  finish(upgraded, location);
  report(converted, { location, log, ms: now() - beganAt });
}

/** @throws StoreUnusable with both numbers */
function refuseWithoutRoom(location: StoreLocation, freeBytes: (folder: string) => number): void {
  const folder = dirname(location.path);
  const needed = neededBytes(location);
  // A copy that was cut short is removed first.
  const free = freeBytes(folder) + bytesOf(upgradingPath(location));
  if (free >= needed) return;
  const [neededMb, freeMb] = [Math.ceil(needed / MEGABYTE), Math.floor(free / MEGABYTE)];
  throw new StoreUnusable(
    `The upgrade of the store needs ${neededMb} MB of free disk space in ${folder}, and ${freeMb} MB are free. Make room for ${neededMb - freeMb} MB more and start Crier again. The store is unchanged.`,
  );
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Recovers and checks an old file, and folds its WAL into it. A corrupt file is quarantined (see `openDatabase`). */
async function closeDatabase(path: string, log: Log): Promise<void> {
  const db = openDatabase(path, log, { isSound: await isLargeAndSound(path) });
  try {
    refuseNewer(db);
    db.exec(FOLD_WAL);
  } finally {
    db.close();
  }
}

async function copyDatabase(from: string, to: string, onProgress: UpgradeParts['onProgress']): Promise<void> {
  const { size } = statSync(from);
  const timer = setInterval(() => {
    const copied = bytesOf(to) / Math.max(1, size);
    onProgress(`${UPGRADING}, ${Math.floor(copied * 100)} % copied`);
  }, PROGRESS_MS);
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } finally {
    clearInterval(timer);
  }
}

/** Converts large files in a thread. If the thread ends without an outcome, this thread converts them. */
async function convert(
  files: LegacyFiles,
  copy: () => Promise<void> | undefined,
  bytes: number,
  onProgress: UpgradeParts['onProgress'],
): Promise<Converted> {
  try {
    await copy();
    onProgress(`${UPGRADING}, converting its tables`);
    if (bytes < LARGE_BYTES) return convertLegacy(files);
    const outcome = await inThread<Converted | Failed>({ kind: 'convert', input: files });
    if (outcome !== null && 'failed' in outcome) throw errorOf(outcome);
    if (outcome !== null) return outcome;
    removeDatabase(files.path);
    await copy();
    return convertLegacy(files);
  } catch (error) {
    removeDatabase(files.path);
    throw error;
  }
}

function errorOf({ failed, isOperatorFault, fields }: Failed): Error {
  return isOperatorFault ? new OperatorFault(failed.message, { cause: failed.cause }) : Object.assign(failed, fields);
}

/** Puts the new store in place. Each step is done only if it is not done yet. */
function finish(upgraded: string, location: StoreLocation): void {
  const { path, legacyEvents } = location;
  const { store, events } = readLayout(location);
  if (events !== 'guard') {
    if (events === 'empty') removeDatabase(legacyEvents);
    else if (events !== 'absent') keep(legacyEvents);
    putGuard(location);
  }
  if (store === 'empty') removeDatabase(path);
  else if (store !== 'absent') keep(path);
  renameSync(upgraded, path);
  sync(dirname(path));
}

function report(
  { takenBack, notTakenBack, unknown, expected, ...found }: Converted,
  { location, log, ms }: { readonly location: StoreLocation; readonly log: Log; readonly ms: number },
): void {
  const keptAs = [location.path, location.legacyEvents].map(lastKept).filter((path) => path !== null);
  if (expected !== null)
    log.error({ known: expected, found }, 'Settings were lost before the upgrade: a backup may have them');
  if (takenBack.length > 0) log.info({ users: takenBack }, 'Changes of watches that were cut short are taken back');
  if (notTakenBack.length > 0)
    log.error(
      { users: notTakenBack, keptAs },
      'Changes of watches that were cut short cannot be read, left as they are',
    );
  if (Object.keys(unknown).length > 0)
    log.warn({ unknown, keptAs }, 'Records of unknown kinds stay in the old file of the store');
  log.info({ ...found, ms, keptAs }, 'Store upgraded');
}
