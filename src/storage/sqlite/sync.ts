import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Brings a file, or a folder's list of files, to the disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
