import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { type Bot, startBot } from '../../../sandbox/bot.ts';
import { findFreePort } from '../../../sandbox/demo/free-port.ts';
import { unauthorized } from '../../../sandbox/discord/rest/faults.ts';
import { openWorld, type World } from '../world/world.ts';

/** Stands on: the real bot, in processes of its own and in the test’s, over sockets to the local Discord. */

const REFUSED = 'Discord has rejected this DISCORD_TOKEN before';
const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
/** Gives a program a terminal; every Debian has it. */
const SCRIPT = '/usr/bin/script';
const OTHER_TOKEN = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GAbCdE.not-the-right-one';

let world: World;
afterEach(() => world.close());

/** Starts the bot in a process, and waits until it logs that it is idle. */
async function startIdleProcess(more: Readonly<Record<string, string>>): Promise<Bot> {
  const bot = startBot({ ...world.environment(), ...more });
  onTestFinished(() => void bot.process.kill('SIGKILL'));
  await expect.poll(() => bot.log()).toContain(REFUSED);
  return bot;
}

async function startIdle(): Promise<Bot> {
  world.expectError(REFUSED);
  const bot = world.startAtOnce();
  await expect.poll(() => bot.log()).toContain(REFUSED);
  return bot;
}

/** Counts the requests to Discord and the service, including upgrades of the stream. */
function asked(): number {
  return world.discord.requests.length + world.service.requests.length;
}

test('fault 46: a token refused at a start keeps later starts idle, without requests, until it changes', async () => {
  world = await openWorld();
  const first = await world.startProcess({ DISCORD_TOKEN: OTHER_TOKEN });
  expect(await first.exited).toBe(1);
  expect(first.log()).toContain('Discord does not accept DISCORD_TOKEN');
  expect(world.discord.requests.filter(({ status }) => status === 401)).toHaveLength(1);

  const before = asked();
  const port = await findFreePort();
  const idle = await startIdleProcess({ DISCORD_TOKEN: OTHER_TOKEN, HTTP_PORT: String(port) });
  const health = () => fetch(`http://127.0.0.1:${port}/health`).then(statusAndBody, () => null);
  await expect.poll(health).toMatchObject({
    status: 503,
    body: { well: false, trouble: expect.stringContaining(REFUSED) },
  });
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('\ncrier_ready 0\n')]);
  expect(idle.log().trim().split('\n')).toEqual([
    expect.stringContaining('Crier starts'),
    expect.stringContaining(REFUSED),
  ]);
  expect(await idle.stop()).toBe(0);
  expect(asked()).toBe(before);

  const right = await world.startBot();
  expect(await right.stop()).toBe(0);
  const again = await world.startBot({ DISCORD_TOKEN: OTHER_TOKEN });
  expect(await again.exited).toBe(1);
  expect(world.discord.requests.filter(({ status }) => status === 401)).toHaveLength(2);
});

test('fault 46: a token refused for a notice exits with 1, and the next start stays idle', async () => {
  world = await openWorld();
  const bot = await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  world.expectError('Discord rejected the token');
  world.discord.fail({ method: 'POST', path: /\/messages$/ }, unauthorized());
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 5_001 });
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toContain('Discord does not accept DISCORD_TOKEN');

  const before = asked();
  const idle = await startIdle();
  expect(await idle.stop()).toBe(0);
  expect(asked()).toBe(before);
});

test('fault 46: a token refused for direct messages exits with 1, and the next start stays idle', async () => {
  world = await openWorld();
  const bot = await world.startBot();
  world.discord.fail({ path: '/users/@me/channels' }, unauthorized());
  await world.ask(world.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned' });
  expect(await bot.exited).toBe(1);
  await (await startIdle()).stop();
});

test('fault 46: a token reset while running exits with 1, and the next start stays idle', async () => {
  world = await openWorld();
  const bot = await world.startBot();
  world.expectError('Gateway closed for good');
  world.discord.gateway.closeConnections(4004);
  expect(await bot.exited).toBe(1);
  await (await startIdle()).stop();
});

test.skipIf(!existsSync(SCRIPT))('fault 46: a start on a terminal with a refused token exits with 1', async () => {
  world = await openWorld();
  await (await world.startBot({ DISCORD_TOKEN: OTHER_TOKEN })).exited;
  const terminal = spawn(SCRIPT, ['-qec', `"${process.execPath}" "${MAIN}"`, '/dev/null'], {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...world.environment(), DISCORD_TOKEN: OTHER_TOKEN },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let shown = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const [code] = await once(terminal, 'close');
  expect(shown).toContain('\x1b[KChecking the store\r');
  expect(shown).toContain(REFUSED);
  expect(code).toBe(1);
});

test('a refused token is nowhere in the store', async () => {
  world = await openWorld();
  const bot = await world.startBot({ DISCORD_TOKEN: OTHER_TOKEN });
  expect(await bot.exited).toBe(1);
  const secret = OTHER_TOKEN.split('.')[2] ?? '';
  for (const name of await readdir(world.folder)) {
    expect((await readFile(join(world.folder, name))).includes(secret), name).toBe(false);
  }
});

async function statusAndBody(response: Response) {
  return { status: response.status, body: await response.json() };
}
