import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

// Upgrades the store in a folder. Before each of its changes to files and databases, the folder is copied: a kill would leave that.
const [folder = '', copies = ''] = process.argv.slice(2);
const { cpSync } = fs;
let count = 0;
let isCopying = false;
const step = () => {
  if (isCopying) return;
  isCopying = true;
  cpSync(folder, join(copies, String(count)), { recursive: true });
  isCopying = false;
  count += 1;
};
const calls = fs as unknown as Record<string, (...values: unknown[]) => unknown>;
for (const name of ['linkSync', 'rmSync', 'renameSync', 'fsyncSync']) {
  const call = calls[name] as (...values: unknown[]) => unknown;
  calls[name] = (...values) => {
    step();
    return call(...values);
  };
}
const { copyFile } = fs.promises;
fs.promises.copyFile = (...values) => {
  step();
  return copyFile(...values);
};
syncBuiltinESMExports();
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (sql) {
  step();
  exec.call(this, sql);
};
const { upgrade } = await import('./legacy-store.ts');
await upgrade(folder);
step();
