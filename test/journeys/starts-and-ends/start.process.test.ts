import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startBot, WITHOUT_PROXY } from '../../../sandbox/bot.ts';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { startInProcess } from '../world/bot-in-process.ts';
import { openWorld, type World } from '../world/world.ts';

/** Stands on: the real bot in processes of its own, over sockets to a simulated world. */

const LEAST = { DISCORD_TOKEN: 'MTIz.abc.def', SERVICE_URL: 'http://127.0.0.1:9' };

let folder: string;
let world: World | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crier-start-'));
});
afterEach(async () => {
  await world?.close();
  world = null;
  await rm(folder, { recursive: true, force: true });
});

test('V8’s compile cache is in the user’s own cache folder, and absent if there is none', async () => {
  const kept = startBot({ HOME: folder });
  expect(await kept.exited).toBe(1);
  const inCache = await readdir(join(folder, '.cache', 'crier'), { recursive: true });
  expect(inCache.length).toBeGreaterThan(100);
  const unkept = startBot({ HOME: '/proc' });
  expect(await unkept.exited).toBe(1);
  expect(unkept.log()).toBe(kept.log());
});

test('a start without settings lists every error in one message, exits with 1, and leaves no cache', async () => {
  const bot = startBot({ HOME: '', SHOPS_REFRESH_SECONDS: '5', LOG_LEVEL: 'loud' }, { cwd: folder });
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toContain('DISCORD_TOKEN is missing');
  expect(bot.log()).toContain('SERVICE_URL is missing');
  expect(bot.log()).toContain('SHOPS_REFRESH_SECONDS must be a whole number from 60');
  expect(bot.log()).toContain('LOG_LEVEL must be one of');
  expect(bot.log()).not.toMatch(/^\s+at /m);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['below a file', () => join(folder, 'file', 'crier.sqlite')],
  ['in a folder that cannot be created', () => '/proc/nowhere/deep/crier.sqlite'],
])('fault 56: a store %s exits with 1 and one line with the fix', async (_, path) => {
  await writeFile(join(folder, 'file'), '');
  const bot = startBot({ ...LEAST, LOG_LEVEL: 'warn', STORE_URL: `sqlite://${path()}` });
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toMatch(
    /^The store's folder \S+ cannot be created: E[A-Z]+: .+ Set STORE_URL to a path that Crier may write\.\n$/,
  );
});

test('a store of a newer release is refused in one line, and left unchanged', async () => {
  const store = new DatabaseSync(join(folder, 'crier.sqlite'));
  store.exec('PRAGMA user_version = 99');
  const bot = startInProcess({ ...LEAST, STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}` }, systemClock);
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toMatch(
    /^The store \S+ was written by a newer Crier \(version 99, .+\): start that one again.*\n$/,
  );
  expect(store.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
  store.close();
});

test('a port in use is logged in one line, and Crier works without it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  world = await openWorld();
  world.expectError('HTTP_PORT cannot be opened');
  const bot = await world.startBot({ HTTP_PORT: String(port) });
  expect((await world.ask(world.player, 'market', '/shop', { world: 'world' })).text).not.toBe('');
  const lines = bot
    .log()
    .split('\n')
    .filter((line) => line.includes('HTTP_PORT'));
  expect(lines).toEqual([
    expect.stringMatching(/EADDRINUSE.*cannot be opened\. Stop the program that listens there, or set another port/),
  ]);
  expect(bot.log()).not.toContain('"stack"');
  expect(await bot.stop()).toBe(0);
});

test('fault 54: a full disk at the first start is logged in one line', async () => {
  const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
  const environment = { ...LEAST, STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}` };
  // Files are limited to 40 kB (80 blocks): the journal can be opened, but its tables do not fit.
  const run = promisify(execFile)('sh', ['-c', 'ulimit -f 80; exec "$@"', 'sh', process.execPath, main], {
    env: { NODE_NO_WARNINGS: '1', ...environment },
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The store could not be written: .+[.?]\n$/),
  });
});

test('missing packages, all or some, are reported in one line', async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  for (const part of ['src', 'commands', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  const environment = { ...LEAST, STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}` };
  const start = () =>
    startBot({ ...environment, NODE_DISABLE_COMPILE_CACHE: '1' }, { main: join(folder, 'src', 'main.ts') });
  const bare = start();
  expect(await bare.exited).toBe(1);
  expect(bare.log()).toMatch(/^Crier cannot start: Cannot find package '.+' .+\. Run npm ci first\.\n$/);

  await mkdir(join(folder, 'node_modules'));
  for (const name of ['zod', 'pino', 'keyv', '@keyv'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  const half = start();
  expect(await half.exited).toBe(1);
  expect(half.log()).toMatch(
    /^.*Crier starts.*\nCrier cannot start: Cannot find package '(?:discord\.js|lru-cache|undici)' .+\. Run npm ci first\.\n$/,
  );
});

test('fault 57: npm start forwards SIGTERM and exits with the bot’s code, and a second bot is refused', async () => {
  world = await openWorld();
  const registered = world.discord.events.next('commands', () => true, PATIENCE_MS);
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: 'ignore',
    env: { ...process.env, ...WITHOUT_PROXY, ...world.environment() },
  });
  onTestFinished(() => void npm.kill());
  const exit = once(npm, 'exit');
  await registered;

  const second = world.startAtOnce();
  expect(await second.exited).toBe(1);
  expect(second.log()).toMatch(/^Another Crier already runs on this store/);
  expect(npm.exitCode).toBeNull();

  npm.kill('SIGTERM');
  const [code] = await exit;
  expect(code).toBe(0);
  const next = await world.startBot();
  expect(await next.stop()).toBe(0);
});
