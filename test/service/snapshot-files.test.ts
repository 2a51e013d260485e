import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Shop } from '../../src/market/shops/shop.ts';
import { SnapshotFiles } from '../../src/service/shops/snapshot-files.ts';
import { readShop } from '../../src/service/wire/shop.ts';
import { collectLogLines } from './log-lines.ts';

const snbt = '{"minecraft:stored_enchantments":{levels:{"minecraft:sharpness":5}}}';
const item = { type: 'ENCHANTED_BOOK', quantity: 1, name: '"},{', snbt };
const shops: Shop[] = Array.from({ length: 2_000 }, (_, id) => {
  const owner = { name: 'Ann', uuid: 'u' };
  const location = { x: id, y: 0, z: 0, world: 'w' };
  const childItems = [null, item];
  const record = { id, owner, location, type: 'SELLING', price: 1, remaining: id % 2, item: { ...item, childItems } };
  const read = readShop(id % 3 === 0 ? { ...record, item: { type: 'POTION' } } : record);
  if (!read.ok) throw new Error(read.why);
  return read.value;
});

async function snapshotFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'crier-keeper-'));
  const { log, lines, errors } = collectLogLines();
  return { folder, lines, errors, snapshotFiles: new SnapshotFiles({ stem: join(folder, 'crier'), log }) };
}

test('what is kept comes back exactly, and alone after pruning', async () => {
  const { folder, snapshotFiles: kept } = await snapshotFiles();
  await kept.save({ shops: [], missing: [], takenAt: 1 });
  await kept.save({ shops, missing: [], takenAt: 2 });
  expect(await kept.load(1)).toEqual({ takenAt: 1, shops: [], missing: [] });
  expect(await kept.load(2)).toEqual({ takenAt: 2, shops, missing: [] });
  await kept.prune(2);
  expect(await readdir(folder)).toEqual(['crier.shops-2.json.zst']);
});

test('the latest is found without the journal, and nothing else is taken for one', async () => {
  const { folder, snapshotFiles: kept } = await snapshotFiles();
  expect(await kept.latest()).toBeNull();
  for (const takenAt of [9, 11, 10]) await kept.save({ shops: [], missing: [], takenAt });
  for (const name of [
    'crier.shops-99.json.zst.tmp',
    'crier.shops-98.json.zst.corrupt',
    'crier.shops-.json.zst',
    'other.shops-97.json.zst',
  ])
    await writeFile(join(folder, name), '');
  expect(await kept.latest()).toBe(11);
});

test('what a doubted snapshot lacked is kept beside it', async () => {
  const { snapshotFiles: kept } = await snapshotFiles();
  const doubted = { takenAt: 3, shops: shops.slice(0, 900), missing: shops.slice(900, 1_500) };
  await kept.save(doubted);
  expect(await kept.load(3)).toEqual(doubted);
});

test('58 a corrupt file is set aside and said', async () => {
  const { folder, lines, errors, snapshotFiles: kept } = await snapshotFiles();
  await kept.save({ shops, missing: [], takenAt: 2 });
  const path = join(folder, 'crier.shops-2.json.zst');
  await writeFile(path, (await readFile(path)).subarray(0, -2));
  expect(await kept.load(2)).toBe(null);
  expect(await kept.load(2)).toBe(null);
  expect([await readdir(folder), lines.length]).toEqual([['crier.shops-2.json.zst.corrupt'], 2]);
  expect(errors()).toHaveLength(1);
});
