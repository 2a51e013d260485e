import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BotProcess } from '../../src/sandbox/bot.ts';
import { openWorld, type World } from '../journeys/world/world.ts';

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

/** A pipe without room; `read` takes what is in it. */
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

/** It is ready, and answers. */
async function startOn(stdout: number): Promise<BotProcess> {
  const bot = await world.startProcess({}, { stdout });
  expect((await world.ask(world.player, 'market', '/health')).text).toContain('shops');
  return bot;
}

const endOf = (bot: BotProcess) => Promise.race([bot.stop(), wait(5_000, 'still there after 5 s')]);

test('fault 74: a log on a full disk holds nothing up', async () => {
  const bot = await startOn(opened('/dev/full', constants.O_WRONLY));
  expect(await endOf(bot)).toBe(0);
});

test('fault 74: a log that nobody reads holds nothing up, and what nobody read in time is there for who reads later', async () => {
  const pipe = fullPipe();
  const bot = await startOn(pipe.end);
  expect(pipe.read()).not.toContain('Crier is ready');
  await expect.poll(pipe.read, { timeout: 20_000 }).toContain('Crier is ready');

  pipe.fill();
  expect(await endOf(bot)).toBe(0);
});
