import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startBot } from '../../src/sandbox/bot.ts';
import { foundTown, type Town } from './town.ts';

let folder: string;
let town: Town | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crier-start-'));
});
afterEach(async () => {
  await town?.close();
  town = null;
  await rm(folder, { recursive: true, force: true });
});

test('nothing configured: one message lists every fault, exit code 1, no stack trace', async () => {
  const bot = startBot({ SHOPS_REFRESH_SECONDS: '5', LOG_LEVEL: 'loud' });
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toContain('DISCORD_TOKEN is missing');
  expect(bot.log()).toContain('SERVICE_URL is missing');
  expect(bot.log()).toContain('SHOPS_REFRESH_SECONDS must be a whole number from 60');
  expect(bot.log()).toContain('LOG_LEVEL must be one of');
  expect(bot.log()).not.toMatch(/^\s+at /m);
});

test('a store that cannot be opened: one clear line', async () => {
  await writeFile(join(folder, 'file'), '');
  const bot = startBot({
    DISCORD_TOKEN: 'MTIz.abc.def',
    SERVICE_URL: 'http://127.0.0.1:9',
    STORE_URL: `sqlite://${join(folder, 'file', 'crier.sqlite')}`,
  });
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toContain('crier');
  expect(bot.log()).not.toMatch(/^\s+at /m);
});

test('a token that Discord does not know: said, exit code 1', async () => {
  town = await foundTown();
  const bot = await town.startBot({ DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GAbCdE.not-the-right-one' });
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toContain('Discord does not accept DISCORD_TOKEN');
});

test('a second instance on the same store is refused; the first goes on', async () => {
  town = await foundTown();
  const first = await town.startBot();
  const second = await town.startBot();
  expect(await second.exited).toBe(1);
  expect(first.process.exitCode).toBeNull();
  expect(await first.stop()).toBe(0);
});

test('npm start hands SIGTERM on: the bot ends, and its exit code is npm’s', async () => {
  town = await foundTown();
  const registered = town.discord.events.next('commands', () => true, 20_000);
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'ignore',
    env: { ...process.env, ...town.environment() },
  });
  await registered;
  npm.kill('SIGTERM');
  const [code] = await once(npm, 'exit');
  expect(code).toBe(0);
  const next = await town.startBot();
  expect(next.process.exitCode).toBeNull();
});

test('SIGTERM ends it within five seconds, with exit code 0', async () => {
  town = await foundTown();
  const bot = await town.startBot();
  const began = performance.now();
  expect(await bot.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(5_000);
});
