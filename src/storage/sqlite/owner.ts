import { chownSync, statSync } from 'node:fs';
import process from 'node:process';

/**
 * Gives files to whom the folder of the store belongs, where root has made them: as root's own, the user that Crier runs as could not
 * open them. Whoever is not root makes only what is theirs.
 */
export function giveToOwner(paths: readonly string[], folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  for (const path of paths) chownSync(path, uid, gid);
}
