import { createHash } from 'node:crypto';
import { accessSync, closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { canOperatorFix, OperatorFault } from '../faults/operator-fault.ts';
import { parseJsonOrUndefined } from '../storage/mappers/parse-json.ts';

export const BACKUP_ABOUT_FILE = 'crier-backup.json';
export const STORE_FILE = 'store.sqlite';
/** The files of a backup of a store with the legacy layout. */
export const SETTINGS_FILE = 'settings.sqlite';
export const JOURNAL_FILE = 'journal.sqlite';

/** The files of each format of backups. */
const FILES_BY_FORMAT = { 1: [SETTINGS_FILE, JOURNAL_FILE], 2: [STORE_FILE] } as const;

/**
 * - `1`: a store of the legacy layout, with its settings and journal
 * - `2`: a store in one file
 */
export type BackupFormat = keyof typeof FILES_BY_FORMAT;
const LATEST_FORMAT: BackupFormat = 2;

const BYTES_PER_READ = 1 << 20;

/** The fields that every format has. */
const makerSchema = z.object({ format: z.number(), crier: z.string() });

const backupAboutSchema = makerSchema.extend({
  format: z.literal([1, 2]),
  at: z.number(),
  sha256: z.record(z.string(), z.string()),
});

/**
 * `at` is the time of the backup (epoch ms); both files of format 1 are of that time. `crier` is the version that made
 * it.
 */
export type BackupAbout = Readonly<Pick<z.infer<typeof backupAboutSchema>, 'format' | 'at' | 'crier'>>;

/** Returns the names of the databases in a backup. */
export function filesOf(format: BackupFormat): readonly string[] {
  return FILES_BY_FORMAT[format];
}

/** Returns the file that turns a folder of databases into a backup. */
export function writeAbout(
  folder: string,
  { format, at, crier }: BackupAbout,
): { readonly name: string; readonly text: string } {
  const sha256 = Object.fromEntries(filesOf(format).map((name) => [name, sha256Of(join(folder, name))]));
  const text = JSON.stringify({ format, at, crier, made: new Date(at), sha256 }, null, 2);
  return { name: BACKUP_ABOUT_FILE, text: `${text}\n` };
}

/** @throws OperatorFault if the folder is no complete and undamaged backup, or a newer Crier made it */
export function readAbout(folder: string): BackupAbout {
  refuseWithout(folder, [BACKUP_ABOUT_FILE]);
  const json = parseJsonOrUndefined(readFileSync(join(folder, BACKUP_ABOUT_FILE), 'utf8'));
  const made = makerSchema.safeParse(json);
  if (made.success && made.data.format > LATEST_FORMAT) throw newerBackupFault(folder, made.data.crier);
  const read = backupAboutSchema.safeParse(json);
  if (!read.success) throw damagedFault(join(folder, BACKUP_ABOUT_FILE));
  const { format, at, crier, sha256 } = read.data;
  refuseWithout(folder, filesOf(format));
  for (const name of filesOf(format))
    if (sha256Of(join(folder, name)) !== sha256[name]) throw damagedFault(join(folder, name));
  return { format, at, crier };
}

function refuseWithout(folder: string, names: readonly string[]): void {
  const missing = names.filter((name) => !isReadable(join(folder, name)));
  if (missing.length === 0) return;
  throw new OperatorFault(
    `${folder} is no backup of Crier: it lacks ${missing.join(', ')}. Give a folder that npm run backup made.`,
  );
}

/** @throws OperatorFault if this user may not read the file */
function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    if (!canOperatorFix(error)) return false;
    throw new OperatorFault(`${path} cannot be read by this user: give the backup to the user that runs Crier.`);
  }
}

/** Returns the error for a backup that this Crier cannot read. */
export function newerBackupFault(folder: string, crier: string): OperatorFault {
  return new OperatorFault(
    `The backup in ${folder} was made by a newer Crier (${crier}): restore it with that one, or use an older backup.`,
  );
}

function damagedFault(path: string): OperatorFault {
  return new OperatorFault(`${path} has changed since the backup was made, so it is damaged. Use another backup.`);
}

function sha256Of(path: string): string {
  const [sum, bytes, file] = [createHash('sha256'), Buffer.alloc(BYTES_PER_READ), openSync(path, 'r')];
  try {
    for (let read = -1; read !== 0; ) {
      read = readSync(file, bytes);
      sum.update(bytes.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return sum.digest('hex');
}
