import { constants, existsSync, renameSync, statfsSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorFault, reasonOf } from '../../faults/operator-fault.ts';
import { NotWritten, requireWritable, StoreUnusable, unusable } from '../../faults/store-faults.ts';
import type { Log } from '../../ports/log.ts';
import { inThread, isLargeAndSound, LARGE_BYTES, openDatabase, wasRecentlyQuarantined } from '../sqlite/database.ts';
import { giveToOwner, MEGABYTE_BYTES, removeDatabase, type StoreLocation, sync } from '../sqlite/files.ts';
import { type Converted, convertLegacy, copyToCache, type LegacyFiles } from './convert-legacy.ts';
import {
  databaseBytes,
  FOLD_WAL,
  giveSecondName,
  hashLegacyFiles,
  isLegacy,
  lastSecondName,
  putGuard,
  readLayout,
  type StoreLayout,
  type Upgraded,
  upgradedFiles,
  upgradedPath,
  upgradingPath,
} from './legacy-layout.ts';
import { refuseNewerFile } from './sqlite.ts';
import type { ConversionFailure } from './worker.ts';

export interface UpgradeParts {
  readonly location: StoreLocation;
  readonly log: Log;
  /** Epoch ms. */
  readonly now: () => number;
  /** Receives the current step, such as `Upgrading the store, 40 % copied`. */
  readonly onProgress: (what: string) => void;
  /** Returns the free bytes on the disk of a folder. */
  readonly freeBytes?: (folder: string) => number;
}

const UPGRADING_PROGRESS = 'Upgrading the store';
const PROGRESS_INTERVAL_MS = 200;

/** Space for the tables and indexes that a migration adds to the copy. */
const SPACE_FACTOR = 1.2;
const EXTRA_BYTES = 10 * MEGABYTE_BYTES;

/**
 * Upgrades a store of the legacy layout to a single file, and leaves any other store alone. The caller holds the lock
 * of the store. A kill or an error at any point loses nothing; the next call continues:
 *
 * - *build*: builds the new store next to the old files, as `<stem>.upgrading.sqlite`. After a kill it is built again.
 * - *finish*: the new store is complete, as `<stem>.upgraded-<stamp>.sqlite`. The old files get second names that end
 *   in `.before-0.4`. Then one rename each replaces the old journal by the guard and the old settings by the new store.
 *   After a kill the remaining steps are done. If an older Crier wrote to the old files meanwhile, their stamp differs,
 *   and the store is built again.
 *
 * @throws StoreUnusable with a message for the operator
 */
export async function upgradeLegacy(parts: UpgradeParts): Promise<void> {
  const { location, log } = parts;
  let purpose = 'used';
  try {
    // SQLite cannot even read a store in WAL mode without write permission.
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
      log.info({ path: location.path }, 'Upgrade of the store was interrupted, finishing it');
      finish(step.path, location);
    }
  } catch (error) {
    if (error instanceof OperatorFault && !(error instanceof NotWritten)) throw error;
    const cause = error instanceof NotWritten ? error.cause : error;
    throw unusable(`The store at ${location.path} cannot be ${purpose}`, location.path, cause);
  }
}

/**
 * Returns the step that the next start takes, without taking it.
 * @throws StoreUnusable if disk space is too low, or the journal is missing
 */
export function planUpgrade(
  location: StoreLocation,
  freeBytes = freeBytesOf,
): Exclude<UpgradeStep, { kind: 'refuse' }> {
  const step = currentStep(location, readLayout(location));
  if (step.kind === 'refuse') throw new StoreUnusable(missingJournalMessage(location));
  if (step.kind === 'build') requireFreeSpace(location, freeBytes);
  return step;
}

/** Returns the free bytes that the upgrade at the next start needs, or 0 if it builds no new store. */
export function bytesToUpgrade(location: StoreLocation, layout: StoreLayout): number {
  return currentStep(location, layout).kind === 'build' ? neededBytes(location) : 0;
}

function currentStep(location: StoreLocation, layout: StoreLayout): UpgradeStep {
  return nextStep(layout, upgradedFiles(location), hashLegacyFiles(location));
}

function neededBytes({ path, legacyEvents }: StoreLocation): number {
  return (databaseBytes(path) + databaseBytes(legacyEvents)) * SPACE_FACTOR + EXTRA_BYTES;
}

/**
 * Makes an older Crier refuse to start on an open store, and quarantines a journal that such a Crier has begun
 * meanwhile. If that fails, for example on a full disk, the store is used without the guard, and the next start tries
 * again.
 */
export function guardStore(location: StoreLocation, log: Log): void {
  try {
    guard(location, log);
  } catch (error) {
    const sentence = 'Guard file against older versions of Crier not written';
    log.warn({ path: location.legacyEvents, reason: reasonOf(error) }, sentence);
  }
}

function guard(location: StoreLocation, log: Log): void {
  const { events } = readLayout(location);
  if (events === 'guard') return;
  const isInTheWay = events === 'journal' || events === 'corrupt';
  if (isInTheWay) {
    const keptAs = giveSecondName(location.legacyEvents);
    log.warn({ path: location.legacyEvents, keptAs }, 'Journal of an older Crier found next to the store, quarantined');
  }
  // SQLite would take the WAL of the empty file for the guard's.
  if (events === 'empty') removeDatabase(location.legacyEvents);
  putGuard(location);
}

type UpgradeStep =
  | { readonly kind: 'none' | 'build' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'finish'; readonly path: string };

/** @param stamp the stamp of the old files as they are now */
export function nextStep(layout: StoreLayout, upgraded: readonly Upgraded[], stamp: string): UpgradeStep {
  if (layout.store === 'store') return { kind: 'none' };
  // The guard is put in place only after the new store is complete.
  const complete = upgraded.find((each) => layout.events === 'guard' || each.stamp === stamp);
  if (complete !== undefined) return { kind: 'finish', path: complete.path };
  if (!isLegacy(layout)) return { kind: 'none' };
  return { kind: layout.events === 'guard' ? 'refuse' : 'build' };
}

function missingJournalMessage({ path, legacyEvents }: StoreLocation): string {
  const kept = lastSecondName(legacyEvents) ?? `a copy of it`;
  return `${path} was written by an earlier Crier, and its journal is missing: copy ${kept} to ${legacyEvents}. To start without history and outbox, delete ${legacyEvents}.`;
}

async function build({ location, log, now, onProgress }: UpgradeParts): Promise<void> {
  const { path, legacyEvents } = location;
  const bytes = databaseBytes(path) + databaseBytes(legacyEvents);
  const beganAt = now();
  log.info({ path, bytes }, 'Upgrading the store, merging its two files into one');
  onProgress(UPGRADING_PROGRESS);
  for (const file of [path, legacyEvents]) if (existsSync(file)) await closeDatabase(file, log);
  const { store, events } = readLayout(location);
  const upgrading = upgradingPath(location);
  const files: LegacyFiles = {
    path: upgrading,
    settings: store === 'settings' ? path : null,
    // An earlier attempt, which failed or was killed, may have quarantined the settings.
    isQuarantined: store !== 'settings' && wasRecentlyQuarantined(path, beganAt),
    now: beganAt,
  };
  const stamp = hashLegacyFiles(location);
  const copy = () => (events === 'journal' ? copyDatabase(legacyEvents, upgrading, onProgress) : undefined);
  const converted = await convertFiles(files, copy, bytes, onProgress);
  if (files.settings !== null) copyToCache(files.settings, location.cache, log);
  giveToOwner([upgrading], dirname(path));
  const upgraded = upgradedPath(location, stamp);
  renameSync(upgrading, upgraded);
  sync(dirname(path));
  finish(upgraded, location);
  logUpgrade(converted, { location, log, ms: now() - beganAt });
}

/** @throws StoreUnusable with the needed and the free space */
function requireFreeSpace(location: StoreLocation, freeBytes: (folder: string) => number): void {
  const folder = dirname(location.path);
  const needed = neededBytes(location);
  // An interrupted copy is deleted first, which frees its space.
  const free = freeBytes(folder) + databaseBytes(upgradingPath(location));
  if (free >= needed) return;
  const [neededMb, freeMb] = [Math.ceil(needed / MEGABYTE_BYTES), Math.floor(free / MEGABYTE_BYTES)];
  throw new StoreUnusable(
    `The upgrade of the store needs ${neededMb} MB of free disk space in ${folder}, and ${freeMb} MB are free. Free ${neededMb - freeMb} MB more and start Crier again. The store is unchanged.`,
  );
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Recovers and checks an old file, and moves its WAL into it. A corrupt file is quarantined (see `openDatabase`). */
async function closeDatabase(path: string, log: Log): Promise<void> {
  const db = openDatabase(path, log, { isSound: await isLargeAndSound(path) });
  try {
    refuseNewerFile(db);
    db.exec(FOLD_WAL);
  } finally {
    db.close();
  }
}

async function copyDatabase(from: string, to: string, onProgress: UpgradeParts['onProgress']): Promise<void> {
  const { size } = statSync(from);
  const timer = setInterval(() => {
    const copied = databaseBytes(to) / Math.max(1, size);
    onProgress(`${UPGRADING_PROGRESS}, ${Math.floor(copied * 100)} % copied`);
  }, PROGRESS_INTERVAL_MS);
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } finally {
    clearInterval(timer);
  }
}

/** Converts large files in a thread. If the thread ends without an outcome, this thread converts them. */
async function convertFiles(
  files: LegacyFiles,
  copy: () => Promise<void> | undefined,
  bytes: number,
  onProgress: UpgradeParts['onProgress'],
): Promise<Converted> {
  try {
    await copy();
    onProgress(`${UPGRADING_PROGRESS}, converting its tables`);
    if (bytes < LARGE_BYTES) return convertLegacy(files);
    const outcome = await inThread<Converted | ConversionFailure>({ kind: 'convert', input: files });
    if (outcome !== null && 'failed' in outcome) throw restoreError(outcome);
    if (outcome !== null) return outcome;
    removeDatabase(files.path);
    await copy();
    return convertLegacy(files);
  } catch (error) {
    removeDatabase(files.path);
    throw error;
  }
}

function restoreError({ failed, isOperatorFault, fields }: ConversionFailure): Error {
  return isOperatorFault ? new OperatorFault(failed.message, { cause: failed.cause }) : Object.assign(failed, fields);
}

/** Puts the new store in place. Each step is skipped if it is already done. */
function finish(upgraded: string, location: StoreLocation): void {
  const { path, legacyEvents } = location;
  const { store, events } = readLayout(location);
  if (events !== 'guard') {
    if (events === 'empty') removeDatabase(legacyEvents);
    else if (events !== 'absent') giveSecondName(legacyEvents);
    putGuard(location);
  }
  if (store === 'empty') removeDatabase(path);
  else if (store !== 'absent') giveSecondName(path);
  renameSync(upgraded, path);
  sync(dirname(path));
}

function logUpgrade(
  { reverted, notReverted, unknown, expected, ...found }: Converted,
  { location, log, ms }: { readonly location: StoreLocation; readonly log: Log; readonly ms: number },
): void {
  const keptAs = [location.path, location.legacyEvents].map(lastSecondName).filter((path) => path !== null);
  if (expected !== null)
    log.error(
      { known: expected, found },
      'Settings were lost before the upgrade, restore them from a backup if you have one',
    );
  if (reverted.length > 0) log.info({ users: reverted }, 'Interrupted changes of watches reverted');
  if (notReverted.length > 0)
    log.error({ users: notReverted, keptAs }, 'Interrupted changes of watches unreadable, they stay in the old file');
  if (Object.keys(unknown).length > 0)
    log.warn({ unknown, keptAs }, 'Records of unknown kinds not copied, they stay in the old file');
  log.info({ ...found, ms, keptAs }, 'Store upgraded');
}
