import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBot } from '../../sandbox/bot.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { NODE_OPTIONS, RUNS_UNTIL_STOPPED, startHanging } from './start-hanging.ts';

/** Stands on: the real bot in a child process, which gets a signal at the import of a module. */

test('fault 79: SIGTERM while Crier’s modules load ends the process with exit code 0', async () => {
  const bot = startBot({ NODE_OPTIONS, SIGNAL_AT: './start.ts' });
  expect(await bot.exited).toBe(0);
  expect(bot.log()).toBe('');
});

test('fault 79: SIGTERM while discord.js loads ends the process with exit code 0', async () => {
  const configured = { DISCORD_TOKEN: 'MTIz.abc.def', SERVICE_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'warn' };
  const STORE_URL = `sqlite://${join(temporaryFolder(), 'crier.sqlite')}`;
  const bot = startBot({ ...configured, STORE_URL, NODE_OPTIONS, SIGNAL_AT: 'discord.js' });
  expect(await bot.exited).toBe(0);
  expect(bot.log()).toBe('');
});

test('SIGTERM between loading and running is not lost', async () => {
  const bot = startBot({ NODE_OPTIONS, STAND_IN: `process.kill(process.pid, 'SIGTERM'); ${RUNS_UNTIL_STOPPED}` });
  expect(await bot.exited).toBe(0);
});

test('fault 60: SIGTERM ends the process with exit code 0 even if a task never ends', async () => {
  const bot = await startHanging();
  expect(await bot.stop()).toBe(0);
});

test('fault 61: a second SIGTERM ends the process with exit code 0 while a task never ends', async () => {
  const bot = await startHanging();
  // Within the first moments it counts as the same Ctrl-C, which a terminal sends twice.
  const again = setInterval(() => bot.process.kill('SIGTERM'), 100);
  expect(await bot.exited).toBe(0);
  clearInterval(again);
});
