import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorFault } from '../operator-fault.ts';

/** What a backup is made of. */
export const SETTINGS = 'settings.sqlite';
export const JOURNAL = 'journal.sqlite';
const ABOUT = 'crier-backup.json';
const FORMAT = 1;

const about = z.object({ format: z.number(), at: z.number(), crier: z.string() });

/** `at`: the one moment that both files are of, epoch ms. `crier`: the version that made it. */
export type About = Readonly<Omit<z.infer<typeof about>, 'format'>>;

/** The text of the file that makes a folder a backup. */
export function writeAbout({ at, crier }: About): { readonly name: string; readonly text: string } {
  return { name: ABOUT, text: `${JSON.stringify({ format: FORMAT, at, crier, made: new Date(at) }, null, 2)}\n` };
}

/** @throws OperatorFault where the folder is no whole backup, or one of a newer Crier */
export function readAbout(folder: string): About {
  const missing = [ABOUT, SETTINGS, JOURNAL].filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0)
    throw new OperatorFault(
      `${folder} is no backup of Crier: ${missing.join(', ')} is missing. Name the folder that npm run backup has made.`,
    );
  const read = about.safeParse(jsonOf(readFileSync(join(folder, ABOUT), 'utf8')));
  if (!read.success)
    throw new OperatorFault(`${join(folder, ABOUT)} cannot be read: the backup is damaged. Use another one.`);
  const { format, ...rest } = read.data;
  if (format > FORMAT)
    throw new OperatorFault(
      `The backup in ${folder} was made by a newer Crier (${rest.crier}): restore it with that one.`,
    );
  return rest;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // said above: it is damaged
  }
}
