import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openWorld } from '../journeys/world.ts';
import { eventually } from '../service/simulation.ts';

test('40 the real bot, killed and started again and again, asks for the shops once', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  for (let crash = 0; crash < 3; crash += 1) {
    const connected = world.service.nextConnection();
    const bot = await world.startProcess();
    await connected;
    await eventually(() => expect(world.service.snapshotCount().asked).toBe(1));
    await bot.stop('SIGKILL');
  }
  expect(world.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
});

test.each([
  ['corrupt', (path: string) => writeFile(path, 'no database '.repeat(1_000))],
  ['deleted', (path: string) => rm(path)],
  ['emptied', (path: string) => writeFile(path, '')],
])('82 a journal that is %s is said to be gone, hides no shops and does not shorten the minute', async (_, damage) => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const first = await world.startProcess();
  await world.ask(world.player, 'market', '/shop', { world: 'world' });
  await expect.poll(() => readdir(world.folder)).toContainEqual(expect.stringMatching(/\.json\.zst$/));
  await first.stop('SIGKILL');
  await damage(join(world.folder, 'crier.events.sqlite'));
  for (const side of ['-wal', '-shm']) await rm(join(world.folder, `crier.events.sqlite${side}`), { force: true });
  world.expectError('The journal of this store is gone');
  world.expectError('a store file is corrupt');
  const startedAt = Date.now();
  const second = await world.startBot();
  expect(second.log()).toContain('The journal of this store is gone');
  expect((await world.ask(world.player, 'market', '/shop', { world: 'world' })).text).toContain('each');
  const health = async () => (await world.ask(world.player, 'market', '/health')).text;
  await expect.poll(health).toMatch(/shops as of <t:\d+:R> · next <t:\d+:R>/);
  const [, nextAt] = (await health()).match(/next <t:(\d+):R>/) ?? [];
  expect(Number(nextAt) * 1_000).toBeGreaterThan(startedAt + 55_000);
  expect(world.service.snapshotCount().asked).toBe(1);
});

test('a journal of the first release, which did not note when it began, is not called gone', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  await (await world.startBot()).stop();
  const journal = new DatabaseSync(join(world.folder, 'crier.events.sqlite'));
  expect(journal.prepare(`DELETE FROM moments WHERE name = 'mark:began'`).run().changes).toBe(1);
  journal.close();
  const second = await world.startBot();
  expect(second.log()).not.toContain('The journal of this store is gone');
});
