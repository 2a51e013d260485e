import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openWorld, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot in processes of its own, its store damaged between them. */

let world: World;
afterEach(() => world.close());

const PAGE = 4_096;

test.each([
  ['that is not a database', () => Buffer.from('no database '.repeat(1_000))],
  ['whose pages are damaged', (bytes: Buffer) => Buffer.from(bytes).fill(0x5a, PAGE, 4 * PAGE)],
])('fault 58: a store %s is quarantined whole and reported by the log, the lists and /health', async (_, damage) => {
  world = await openWorld();
  const first = await world.startProcess();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  await world.ask(world.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned' });
  expect(await first.stop()).toBe(0);
  const path = join(world.folder, 'crier.sqlite');
  const damaged = damage(readFileSync(path));
  writeFileSync(path, damaged);
  for (const side of ['-wal', '-shm']) rmSync(path + side, { force: true });

  world.expectError('Store corrupt, quarantined and replaced by a new one');
  world.expectError('Store file missing');
  const next = await world.startProcess();
  const watches = (await world.ask(world.player, 'market', '/watch list')).text;
  expect(watches).toMatch(/^You have no watches yet.*\n⚠️ Crier’s store was damaged or removed <t:\d+:R>: /);
  expect((await world.ask(world.mod, 'market', '/feed list')).text).toContain('⚠️ Crier’s store was damaged or removed');
  expect((await world.ask(world.player, 'market', '/health')).text).toContain('⚠️ Crier’s store was damaged or removed');
  const quarantined = readdirSync(world.folder).filter((name) => name.startsWith('crier.sqlite.corrupt-'));
  expect(quarantined).toHaveLength(1);
  expect(readFileSync(join(world.folder, quarantined[0] ?? '')).equals(damaged)).toBe(true);
  for (const sentence of ['Store corrupt, quarantined and replaced by a new one', 'Store file missing'])
    expect(next.log().split(sentence)).toHaveLength(2);
});
