import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { StoreUnusable } from '../../faults/store-faults.ts';
import { removeDatabase } from './files.ts';

// Small files next to a store. Crier does not start on a marked store.

const movedMark = (stem: string) => `${stem}.moved`;
/** Stands there while a restore puts a backup in place: the files may be of two moments. */
const restoringMark = (stem: string) => `${stem}.restoring`;

/** Marks the store as moved. @returns the path of the mark. @throws the file system's error */
export function markMoved(stem: string, at: number): string {
  const path = movedMark(stem);
  writeFileSync(path, `Moved to PostgreSQL at ${new Date(at).toISOString()}.\n`);
  return path;
}

/** @throws StoreUnusable if the store was moved */
export function refuseMoved(stem: string): void {
  const mark = movedMark(stem);
  if (!existsSync(mark)) return;
  throw new StoreUnusable(
    `This store was moved to PostgreSQL: set STORE_URL to that. To run on the files all the same, delete ${mark}; notices that waited there are then delivered a second time.`,
  );
}

/**
 * Marks the store as being restored.
 * @param aside the name of a folder for the old files
 * @returns the name of that folder (of an interrupted restore's folder, if there was one), and a function to call when
 *   all files are in place
 */
export function beginRestore(stem: string, aside: string): { readonly aside: string; readonly finish: () => void } {
  const mark = restoringMark(stem);
  const begun = existsSync(mark) ? readFileSync(mark, 'utf8').trim() : '';
  if (begun === '') writeFileSync(mark, `${aside}\n`, { flush: true });
  return { aside: begun || aside, finish: () => rmSync(mark) };
}

/** @throws StoreUnusable if a restore was interrupted */
export function refuseHalfRestored(stem: string): void {
  if (!existsSync(restoringMark(stem))) return;
  throw new StoreUnusable(
    'The restore of a backup into this store was cut short: run npm run restore again, with the same backup or another.',
  );
}

/** The path at which a restore prepares a file. It differs from the path of the mark for every name of a store. */
export const partOf = (path: string) => `${path}.part`;

/** Removes the files that an interrupted restore prepared. @param paths of the store's files */
export function removeParts(paths: readonly string[]): void {
  for (const path of paths) removeDatabase(partOf(path));
}
