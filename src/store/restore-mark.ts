import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { StoreUnusable } from './store-unusable.ts';

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
