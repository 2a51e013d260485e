import { existsSync, writeFileSync } from 'node:fs';
import { StoreUnusable } from '../../faults/store-unusable.ts';

/** The mark next to the files of a store that was moved: Crier does not start on them. */
const markOf = (stem: string) => `${stem}.moved`;

/** @returns the path of the mark. @throws the file system's error */
export function markMoved(stem: string, at: number): string {
  const path = markOf(stem);
  writeFileSync(path, `Moved to PostgreSQL at ${new Date(at).toISOString()}.\n`);
  return path;
}

/** @throws StoreUnusable if the store was moved */
export function refuseMoved(stem: string): void {
  const mark = markOf(stem);
  if (!existsSync(mark)) return;
  throw new StoreUnusable(
    `This store was moved to PostgreSQL: set STORE_URL to that. To run on the files all the same, delete ${mark}; notices that waited there are then delivered a second time.`,
  );
}
