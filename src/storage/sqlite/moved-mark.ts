import { existsSync, writeFileSync } from 'node:fs';
import { StoreUnusable } from '../../faults/store-unusable.ts';

/** Beside the files of a store that was carried elsewhere: nobody is to run on these again. */
const markOf = (stem: string) => `${stem}.moved`;

/** @returns the path of the mark. @throws where it cannot be written */
export function markMoved(stem: string, at: number): string {
  const path = markOf(stem);
  writeFileSync(path, `Moved to PostgreSQL at ${new Date(at).toISOString()}.\n`);
  return path;
}

/** @throws StoreUnusable where the store was moved */
export function refuseMoved(stem: string): void {
  const mark = markOf(stem);
  if (!existsSync(mark)) return;
  throw new StoreUnusable(
    `This store was moved to PostgreSQL: set STORE_URL to that. To run on the files all the same, delete ${mark}; what waited there is then told once more.`,
  );
}
