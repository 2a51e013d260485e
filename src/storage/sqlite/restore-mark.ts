import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { StoreUnusable } from '../../faults/store-unusable.ts';

/** A database's own files: the ends of their names. */
export const SIDES = ['', '-wal', '-shm', '-journal'];

/** Where the copy of a file of a backup is made ready. Not what the mark of a restore is called, whatever the store is. */
export const partOf = (path: string) => `${path}.part`;

/** Removes what a restore was making ready when it was cut short. @param paths of the store's files */
export function removeParts(paths: readonly string[]): void {
  for (const path of paths) for (const end of SIDES) rmSync(`${partOf(path)}${end}`, { force: true });
}

/** Beside a store into whose place a backup is being put: its files may be of two moments. */
const markOf = (stem: string) => `${stem}.restoring`;

/**
 * @param aside the name of a folder for the old files
 * @returns the name of that folder, the first one's where a restore was cut short; what to call when all files are in place
 */
export function beginRestore(stem: string, aside: string): { readonly aside: string; readonly finish: () => void } {
  const mark = markOf(stem);
  const begun = existsSync(mark) ? readFileSync(mark, 'utf8').trim() : '';
  if (begun === '') writeFileSync(mark, `${aside}\n`, { flush: true });
  return { aside: begun || aside, finish: () => rmSync(mark) };
}

/** @throws StoreUnusable where a restore was cut short */
export function refuseHalfRestored(stem: string): void {
  if (!existsSync(markOf(stem))) return;
  throw new StoreUnusable(
    'The restore of a backup into this store was cut short: run npm run restore again, with the same backup or another.',
  );
}
