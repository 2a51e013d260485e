import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// npm run backup or npm run restore, killed before one of the calls with which it changes files.
const [killedBefore, what, ...args] = process.argv.slice(2);
let count = 0;
const calls = fs as unknown as Record<string, (...values: unknown[]) => unknown>;
for (const name of ['writeFileSync', 'rmSync', 'mkdirSync', 'copyFileSync', 'fsyncSync', 'renameSync']) {
  const call = calls[name] as (...values: unknown[]) => unknown;
  calls[name] = (...values) => {
    if (count === Number(killedBefore)) process.kill(process.pid, 'SIGKILL');
    count += 1;
    return call(...values);
  };
}
syncBuiltinESMExports();
process.argv.splice(2, process.argv.length, String(what), ...args);
await import('../../../src/backup/main.ts');
