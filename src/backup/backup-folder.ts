import { createHash } from 'node:crypto';
import { accessSync, closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { canOperatorFix, OperatorFault } from '../faults/operator-fault.ts';

export const ABOUT = 'crier-backup.json';
export const STORE = 'store.sqlite';
/** The files of a backup of an earlier Crier's store. */
export const SETTINGS = 'settings.sqlite';
export const JOURNAL = 'journal.sqlite';

/** The files of each format of backups. */
const FILES = { 1: [SETTINGS, JOURNAL], 2: [STORE] } as const;

/** 1: a store of an earlier Crier, whose settings and journal are two files. 2: a store in one file. */
export type Format = keyof typeof FILES;
const LATEST: Format = 2;

const READ_BYTES = 1 << 20;

/** The fields that every format has. */
const maker = z.object({ format: z.number(), crier: z.string() });

const about = maker.extend({ format: z.literal([1, 2]), at: z.number(), sha256: z.record(z.string(), z.string()) });

/** `at`: when the backup was made, epoch ms. Both files of format 1 are of that moment. `crier`: the version that made it. */
export type About = Readonly<Pick<z.infer<typeof about>, 'format' | 'at' | 'crier'>>;

/** The names of the databases in a backup. */
export function filesOf(format: Format): readonly string[] {
  return FILES[format];
}

/** The text of the file that makes a folder with databases a backup. */
export function writeAbout(
  folder: string,
  { format, at, crier }: About,
): { readonly name: string; readonly text: string } {
  const sha256 = Object.fromEntries(filesOf(format).map((name) => [name, sumOf(join(folder, name))]));
  const text = JSON.stringify({ format, at, crier, made: new Date(at), sha256 }, null, 2);
  return { name: ABOUT, text: `${text}\n` };
}

/** @throws OperatorFault if the folder is no complete and undamaged backup, or one of a newer Crier */
export function readAbout(folder: string): About {
  refuseWithout(folder, [ABOUT]);
  const json = jsonOf(readFileSync(join(folder, ABOUT), 'utf8'));
  const made = maker.safeParse(json);
  if (made.success && made.data.format > LATEST) throw newer(folder, made.data.crier);
  const read = about.safeParse(json);
  if (!read.success) throw damaged(join(folder, ABOUT));
  const { format, at, crier, sha256 } = read.data;
  refuseWithout(folder, filesOf(format));
  for (const name of filesOf(format)) if (sumOf(join(folder, name)) !== sha256[name]) throw damaged(join(folder, name));
  return { format, at, crier };
}

function refuseWithout(folder: string, names: readonly string[]): void {
  const missing = names.filter((name) => !isThere(join(folder, name)));
  if (missing.length === 0) return;
  throw new OperatorFault(
    `${folder} is no backup of Crier: it lacks ${missing.join(', ')}. Name the folder that npm run backup has made.`,
  );
}

/** @throws OperatorFault if this user may not look */
function isThere(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    if (!canOperatorFix(error)) return false;
    throw new OperatorFault(`${path} cannot be read by this user: give the backup to the one that Crier runs as.`);
  }
}

/** The error of a backup that this Crier cannot read. */
export function newer(folder: string, crier: string): OperatorFault {
  return new OperatorFault(
    `The backup in ${folder} was made by a newer Crier (${crier}): restore it with that one, or use an older backup.`,
  );
}

function damaged(path: string): OperatorFault {
  return new OperatorFault(`${path} is not as it was when the backup was made: it is damaged. Use another backup.`);
}

function sumOf(path: string): string {
  const [sum, bytes, file] = [createHash('sha256'), Buffer.alloc(READ_BYTES), openSync(path, 'r')];
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the caller reports it as damaged
  }
}
