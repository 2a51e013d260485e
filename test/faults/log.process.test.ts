import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BotProcess } from '../../sandbox/bot.ts';
import { deliveredBids } from '../journeys/world/delivered-bids.ts';
import { openWorld, type World } from '../journeys/world/world.ts';
import { freePort } from '../monitor/free-port.ts';

/** Stands on: the real bot in a process of its own, whose output is a full device, a full pipe, or closed. */

let world: World;
let open: number[];
beforeEach(async () => {
  world = await openWorld();
  open = [];
});
afterEach(async () => {
  await world.close();
  open.forEach(closeSync);
});

function opened(path: string, flags: number): number {
  const descriptor = openSync(path, flags);
  open.push(descriptor);
  return descriptor;
}

/** Opens a pipe without space; `read` empties it. */
function fullPipe() {
  const path = join(world.folder, 'log');
  execFileSync('mkfifo', [path]);
  const both = opened(path, constants.O_RDWR | constants.O_NONBLOCK);
  const room = Buffer.alloc(1 << 20);
  const fill = () =>
    expect(() => {
      for (;;) writeSync(both, '.');
    }).toThrow('EAGAIN');
  fill();
  return { end: opened(path, constants.O_WRONLY), fill, read: () => room.toString('utf8', 0, readSync(both, room)) };
}

/** Starts a bot, and waits until it is ready and answers. */
async function startOn(stdout: number): Promise<BotProcess> {
  const bot = await world.startProcess({}, { stdout });
  expect((await world.ask(world.player, 'market', '/health')).text).toContain('shops');
  return bot;
}

test('fault 74: a log on a full disk delays nothing', async () => {
  const bot = await startOn(opened('/dev/full', constants.O_WRONLY));
  expect(await bot.stop()).toBe(0);
});

test('fault 74: log lines that a full disk rejects are dropped and counted, and alerts continue', async () => {
  const port = await freePort();
  const stdout = opened('/dev/full', constants.O_WRONLY);
  const bot = await world.startProcess({ LOG_LEVEL: 'debug', HTTP_PORT: String(port) }, { stdout });
  // Each frame makes a log line, far more than are kept for a full disk.
  for (let n = 0; n < 5_000; n += 1) world.service.sendRaw('[]');
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(metrics).toMatch(/^crier_log_lines_dropped_total [1-9]\d{2,}$/m);
  await isAtWork(bot);
});

test('fault 74: a log that nobody reads delays nothing, and unread lines are kept for a later reader', async () => {
  const pipe = fullPipe();
  const bot = await startOn(pipe.end);
  expect(pipe.read()).not.toContain('Crier is ready');
  await expect.poll(pipe.read).toContain('Crier is ready');

  pipe.fill();
  expect(await bot.stop()).toBe(0);
});

/** Expects an alert to arrive and the bot to stop normally. */
async function isAtWork(bot: BotProcess): Promise<void> {
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 2_001 });
  await expect.poll(() => deliveredBids(world)).toEqual(['2,001']);
  expect(await bot.stop()).toBe(0);
}

test('fault 64: a bot whose log reader goes away still notifies', async () => {
  const bot = await world.startProcess({ LOG_LEVEL: 'debug' });
  bot.process.stdout?.destroy();
  bot.process.stderr?.destroy();
  await isAtWork(bot);
});

test('fault 64: a bot started with closed stdout and stderr still notifies', async () => {
  const closed = ['sh', '-c', 'exec "$@" >&- 2>&-', 'sh'];
  await isAtWork(await world.startProcess({ LOG_LEVEL: 'debug' }, { within: closed }));
});
