import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const NAMES = ['writeFileSync', 'rmSync', 'mkdirSync', 'copyFileSync', 'fsyncSync', 'renameSync', 'linkSync'];

/**
 * Makes this process copy a folder before each of its changes to files and databases, because a kill there would leave
 * the same. The copies are named 0, 1, 2 and so on; modules that import functions of `node:fs` by name must be loaded
 * later.
 * @returns a function that copies the folder once more
 */
export function copyBeforeChanges(folder: string, copies: string): () => void {
  const { cpSync } = fs;
  let count = 0;
  let isCopying = false;
  const copy = () => {
    if (isCopying) return;
    isCopying = true;
    cpSync(folder, join(copies, String(count)), { recursive: true });
    isCopying = false;
    count += 1;
  };
  const calls = fs as unknown as Record<string, (...values: unknown[]) => unknown>;
  for (const name of NAMES) {
    const call = calls[name] as (...values: unknown[]) => unknown;
    calls[name] = (...values) => {
      copy();
      return call(...values);
    };
  }
  const { copyFile } = fs.promises;
  fs.promises.copyFile = (...values) => {
    copy();
    return copyFile(...values);
  };
  syncBuiltinESMExports();
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    copy();
    exec.call(this, sql);
  };
  return copy;
}
