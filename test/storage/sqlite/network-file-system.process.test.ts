import { spawnSync } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BotOptions, startBot } from '../../../sandbox/bot.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: the real bot in a process of its own, with a replaced /proc/self/mountinfo. */

/** The shell's process becomes the bot's, so that /proc/$$ is the bot's own. */
const MOUNT = 'mount --bind "$1" "/proc/$$/mountinfo" && shift && exec "$@"';
const withMountinfo = (file: string, ...command: readonly string[]) => [
  '-rm',
  'sh',
  '-c',
  MOUNT,
  'sh',
  file,
  ...command,
];

/** Mount namespaces are not available on every system. */
const canMount = spawnSync('unshare', withMountinfo(import.meta.filename, 'true')).status === 0;

/** Makes a folder that mountinfo reports as being on that file system. */
function folderOn(type: string) {
  const folder = realpathSync(temporaryFolder());
  const mountinfo = join(folder, 'mountinfo');
  const lines = ['1 0 0:3 / / rw - overlay overlay rw', `2 1 0:4 / ${folder} rw - ${type} server:/crier rw`];
  writeFileSync(mountinfo, `${lines.join('\n')}\n`);
  const environment = {
    DISCORD_TOKEN: 'MTIz.abc.def',
    SERVICE_URL: 'http://127.0.0.1:9',
    DISCORD_API_URL: 'http://127.0.0.1:9/api',
    STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}`,
  };
  const start = (options: BotOptions = {}) =>
    startBot(environment, { ...options, within: ['unshare', ...withMountinfo(mountinfo)] });
  return { start, sentence: `The store is on a network file system (${type} at ${folder}), where SQLite can lose` };
}

test.skipIf(!canMount)('a start on a network file system logs one warning and continues', async () => {
  const { start, sentence } = folderOn('nfs4');
  const bot = start();
  await expect.poll(() => bot.log()).toContain('"Discord unreachable, retrying the login');
  expect(await bot.stop()).toBe(0);
  const warnings = bot
    .log()
    .split('\n')
    .filter((line) => line.includes('network file system'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(sentence);
});

test.skipIf(!canMount)('--check reports a store on a network file system, and none on a local one', async () => {
  const { start, sentence } = folderOn('cifs');
  const bot = start({ args: ['--check'] });
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toContain(`✗ Store: ${sentence}`);
  const local = folderOn('ext4').start({ args: ['--check'] });
  await local.exited;
  expect(local.log()).not.toContain('network file system');
});
