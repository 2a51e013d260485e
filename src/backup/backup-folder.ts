import { createHash } from 'node:crypto';
import { accessSync, closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isMendable, OperatorFault } from '../faults/operator-fault.ts';

/** What a backup is made of. */
export const SETTINGS = 'settings.sqlite';
export const JOURNAL = 'journal.sqlite';
export const FILES = [SETTINGS, JOURNAL] as const;
export const ABOUT = 'crier-backup.json';
const FORMAT = 1;
const READ_BYTES = 1 << 20;

/** What a backup of any version says. */
const maker = z.object({ format: z.number(), crier: z.string() });

const about = maker.extend({
  at: z.number(),
  sha256: z.object({ [SETTINGS]: z.string(), [JOURNAL]: z.string() }),
});

/** `at`: the one moment that both files are of, epoch ms. `crier`: the version that made it. */
export type About = Readonly<Pick<z.infer<typeof about>, 'at' | 'crier'>>;

/** The text of the file that makes a folder with both files a backup. */
export function writeAbout(folder: string, { at, crier }: About): { readonly name: string; readonly text: string } {
  const sha256 = Object.fromEntries(FILES.map((name) => [name, sumOf(join(folder, name))]));
  const text = JSON.stringify({ format: FORMAT, at, crier, made: new Date(at), sha256 }, null, 2);
  return { name: ABOUT, text: `${text}\n` };
}

/** @throws OperatorFault where the folder is no whole and sound backup, or one of a newer Crier */
export function readAbout(folder: string): About {
  const missing = [ABOUT, ...FILES].filter((name) => !isThere(join(folder, name)));
  if (missing.length > 0)
    throw new OperatorFault(
      `${folder} is no backup of Crier: it lacks ${missing.join(', ')}. Name the folder that npm run backup has made.`,
    );
  const json = jsonOf(readFileSync(join(folder, ABOUT), 'utf8'));
  const made = maker.safeParse(json);
  if (made.success && made.data.format > FORMAT) throw newer(folder, made.data.crier);
  const read = about.safeParse(json);
  if (!read.success) throw damaged(join(folder, ABOUT));
  const { at, crier, sha256 } = read.data;
  for (const name of FILES) if (sumOf(join(folder, name)) !== sha256[name]) throw damaged(join(folder, name));
  return { at, crier };
}

/** @throws OperatorFault where this user may not look */
function isThere(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    if (!isMendable(error)) return false;
    throw new OperatorFault(`${path} cannot be read by this user: give the backup to the one that Crier runs as.`);
  }
}

/** What is said of a backup that this Crier cannot read. */
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
    return null; // said above: it is damaged
  }
}
