import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are not there, each for its user alone: Crier keeps in it what people watch. One after the
 * other: where none can be made, as in /proc, Node's own `recursive` tries for ever, and of a disk that may only be read it says ENOENT.
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
