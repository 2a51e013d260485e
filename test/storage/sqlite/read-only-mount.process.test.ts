import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBot } from '../../../sandbox/bot.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: the lock of a store, and the real bot, in processes of their own with a read-only mount. */

const LOCK = new URL('../../../src/storage/sqlite/lock.ts', import.meta.url).href;
const FORMAT = new URL('../../../src/format-fault.ts', import.meta.url).href;
const MOUNT = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';

/** Wraps a command so that it runs with the folder mounted read-only for it alone. */
const mounted = (folder: string, ...command: readonly string[]) => ['-rm', 'sh', '-c', MOUNT, 'sh', folder, ...command];

/** Mount namespaces are not available on every system. */
const canMount = spawnSync('unshare', mounted(import.meta.dirname, 'true')).status === 0;

test.skipIf(!canMount)('fault 56: a read-only mount is named as the cause, with or without a store on it', () => {
  const folder = temporaryFolder();
  openDatabase(join(folder, 'old.sqlite'), recordingLog()).close();
  const source = `const { lockStore } = await import('${LOCK}');
    const { formatFault } = await import('${FORMAT}');
    for (const name of ['new', 'old'])
      try { lockStore('${folder}/' + name + '.sqlite'); } catch (error) { console.log(formatFault(error)); }`;
  const command = mounted(folder, process.execPath, '--input-type=module', '-e', source);
  const output = execFileSync('unshare', command, { encoding: 'utf8', stdio: 'pipe' });
  expect(output).toBe(lineOf(folder, 'new') + lineOf(folder, 'old'));
});

test.skipIf(!canMount)('fault 56: a start on a read-only mount prints only that line, and exits with 1', async () => {
  const folder = temporaryFolder();
  const least = { DISCORD_TOKEN: 'MTIz.abc.def', SERVICE_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'warn' };
  const environment = { ...least, STORE_URL: `sqlite://${join(folder, 'new.sqlite')}` };
  const bot = startBot(environment, { within: ['unshare', ...mounted(folder)] });
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toBe(lineOf(folder, 'new.lock'));
});

function lineOf(folder: string, name: string): string {
  const why = `EROFS: read-only file system, access '${folder}'`;
  const remedy = 'Mount that file system so that Crier may write to it, or use a path on another one.';
  return `The store's lock at ${folder}/${name}.sqlite cannot be taken: ${why}. ${remedy}\n`;
}
