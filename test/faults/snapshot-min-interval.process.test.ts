import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openWorld, type World } from '../journeys/world/world.ts';
import { eventually } from '../service/simulation.ts';

/** Stands on: the real bot in processes that are killed, over sockets to the simulated service, its store in files. */

test('fault 40: a bot killed right after its request for the shops does not repeat it at the restart', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const killed = await world.startProcess();
  await eventually(() => expect(world.service.snapshotCount().asked).toBe(1));
  await killed.stop('SIGKILL');
  for (let start = 0; start < 2; start += 1) {
    const connected = world.service.nextConnection();
    const bot = await world.startBot();
    await connected;
    await bot.stop();
  }
  expect(world.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
});

describe('a bot that had the shops was killed', () => {
  let world: World;
  let left: string;

  beforeAll(async () => {
    world = await openWorld();
    world.expectError('Store file missing');
    world.expectError('Store corrupt, quarantined and replaced by a new one');
    left = await mkdtemp(join(tmpdir(), 'crier-killed-'));
    const killed = await world.startProcess();
    await world.ask(world.player, 'market', '/shop', { world: 'world' });
    await eventually(async () =>
      expect(await readdir(world.folder)).toContainEqual(expect.stringMatching(/\.json\.zst$/)),
    );
    await killed.stop('SIGKILL');
    await cp(world.folder, left, { recursive: true });
  });

  afterAll(async () => {
    await rm(left, { recursive: true, force: true });
    await world.close();
  });

  test.each([
    ['corrupt', (path: string) => writeFile(path, 'no database '.repeat(1_000))],
    ['deleted', (path: string) => rm(path)],
    ['emptied', (path: string) => writeFile(path, '')],
  ])(
    'fault 82: a store that is %s is reported as lost, hides no shops and keeps a minute between requests',
    async (_, damage) => {
      await rm(world.folder, { recursive: true });
      await cp(left, world.folder, { recursive: true });
      await damage(join(world.folder, 'crier.sqlite'));
      for (const side of ['-wal', '-shm']) await rm(join(world.folder, `crier.sqlite${side}`), { force: true });
      const startedAt = Date.now();
      const bot = await world.startBot();
      onTestFinished(async () => void (await bot.stop()));
      expect(bot.log()).toContain('Store file missing');
      expect((await world.ask(world.player, 'market', '/shop', { world: 'world' })).text).toContain('each');
      const health = async () => (await world.ask(world.player, 'market', '/health')).text;
      await expect.poll(health).toMatch(/shops as of <t:\d+:R> · Next list at <t:\d+:T>/);
      const [, nextAt] = (await health()).match(/Next list at <t:(\d+):T>/) ?? [];
      expect(Number(nextAt) * 1_000).toBeGreaterThan(startedAt + 55_000);
      expect(world.service.snapshotCount().asked).toBe(1);
    },
  );
});

test('a store of the first release, which saved no time of its first start, is not reported as lost', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const first = await world.startBot();
  await eventually(() => expect(world.service.snapshotCount().asked).toBe(1));
  await first.stop();
  const journal = new DatabaseSync(join(world.folder, 'crier.sqlite'));
  expect(journal.prepare(`DELETE FROM checkpoints WHERE name = 'mark:began'`).run().changes).toBe(1);
  journal.close();
  const second = await world.startBot();
  expect(second.log()).not.toContain('Store file missing');
});
