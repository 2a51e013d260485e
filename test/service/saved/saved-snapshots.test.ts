import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Market } from '../../../src/market/market.ts';
import { type LoadedMarket, loadMarket, restoreMarket } from '../../../src/market/shops/load.ts';
import { readShops } from '../../../src/service/shops/shop-reader.ts';
import { SnapshotReader } from '../../../src/service/shops/snapshot-reader.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { atOnce, loaded } from '../../market/samples.ts';
import { inChunks, readBody } from '../reading/read-body.ts';
import { openFolder } from './open-folder.ts';
import { beginSave, byId, loadFrom, record, save, shopOf } from './saving.ts';

/** Stands on: real files. */

const snbt = '{"minecraft:stored_enchantments":{levels:{"minecraft:sharpness":5}}}';
const book = { type: 'ENCHANTED_BOOK', quantity: 1, name: '"},{', snbt };
const records = Array.from({ length: 2_000 }, (_, id) =>
  record(id, 1, { remaining: id % 2, item: id % 3 === 0 ? { type: 'POTION' } : { ...book, childItems: [null, book] } }),
);
const shops = records.map(shopOf);

test('a saved snapshot is loaded unchanged, and pruning keeps it alone', async () => {
  const { folder, open } = openFolder();
  const files = open();
  await save(files, { takenAt: 1 });
  await save(files, { takenAt: 2 }, records);
  expect(await loadFrom(open(), 1)).toEqual({ takenAt: 1, shops: [], missing: [] });
  expect(await loadFrom(open(), 2)).toEqual({ takenAt: 2, shops, missing: [] });
  await files.prune(2);
  expect(await readdir(folder)).toEqual(['crier.shops-2.json.zst']);
});

test('a loaded snapshot has its filled shops in place of their records, and one shop per id', async () => {
  const { open } = openFolder();
  const broken = { id: 7 };
  const all = [broken, record(1), record(2), broken, record(3, 1), record(3, 2), record(4), broken];
  const many = Array.from({ length: 20 }, (_, at) => record(100 + at));
  const [filled, chosen] = [shopOf(record(1, 11)), shopOf(record(3, 2))];
  const missing = [shopOf(record(9))];
  const rows = [
    { row: 0, shop: filled },
    { row: 3, shop: chosen },
  ];
  await save(open(), { takenAt: 1, filled: rows, missing }, [...all, ...many]);
  const loaded = await loadFrom(open(), 1);
  const shops = [filled, shopOf(record(2)), chosen, shopOf(record(4)), ...many.map(shopOf)];
  expect(loaded).toEqual({ takenAt: 1, shops, missing });
});

test('the next body reuses all records of a saved snapshot, replaced and duplicate ones included', async () => {
  const { open } = openFolder();
  const all = [record(1), record(2, 1), record(2, 2)].map((wire) => JSON.stringify(wire));
  const [filled, chosen] = [shopOf(record(1, 11)), shopOf(record(2, 2))];
  const rows = [
    { row: 0, shop: filled },
    { row: 2, shop: chosen },
  ];
  await save(open(), { takenAt: 1, filled: rows }, all);
  const read = await open().load(1);
  const again = await readBody(all, { known: read?.records ?? null });
  expect([again?.parsed, again?.shops]).toEqual([0, [filled, shopOf(record(2, 1)), chosen]]);
  expect(again?.shops[0]).toBe(read?.snapshot.shops[0]);
});

test('a body with line breaks, a byte order mark and white space is loaded unchanged', async () => {
  const { open } = openFolder();
  const files = open();
  const body = Buffer.from(`\ufeff \n${JSON.stringify(records.slice(0, 400), null, '\r\n\t')}\n\n`);
  const draft = files.begin();
  const onChunk = (chunk: Buffer) => draft.add(chunk);
  const read = await readShops(inChunks(body, [65_536, 7]), { unit: 'bundles', onChunk });
  if (!read.ok) throw new Error(read.why);
  draft.bodyRead(read.value);
  await files.save({ takenAt: 1, filled: [], missing: [] });
  expect((await loadFrom(open(), 1))?.shops).toEqual(shops.slice(0, 400));
});

test('a shop created empty before a restart is announced as listed with its first stock afterwards', async () => {
  const { open } = openFolder();
  const old = record(1);
  const first = loaded([shopOf(old)]).market;
  const empty = loaded([old, record(2, 1, { remaining: 0 })].map(shopOf), first, 2);
  await save(open(), { takenAt: 2, filled: empty.saved.filled }, [old, record(2, 1, { remaining: 0 })]);
  const restored = atOnce(restoreMarket((await loadFrom(open(), 2)) ?? { takenAt: 2, shops: [] }, null));
  const { changes } = loaded([old, record(2)].map(shopOf), restored, 3);
  expect(changes.map(({ kind }) => kind)).toEqual(['listed']);
});

test('a shop filled in from an earlier snapshot stays filled through unchanged snapshots and a restart', async () => {
  const { open } = openFolder();
  const files = open();
  const parts = { clock: systemClock, unit: 'bundles', onPainting: () => {} } as const;
  const reader = new SnapshotReader({ ...parts, beginSaving: () => files.begin() });
  const full = record(1, 1, { item: book });
  const empty = record(1, 1, { remaining: 0, item: { type: book.type, quantity: 1, name: book.name } });
  let market: Market | null = null;
  for (const [at, wire] of [full, empty, empty, empty].entries()) {
    const body = [wire, record(2, at)].map((one) => JSON.stringify(one));
    const read = await reader.read(inChunks(Buffer.from(`[${body.join(',')}]`), [65_536]));
    if (!read.ok) throw new Error(read.why);
    const next: LoadedMarket = atOnce(loadMarket(market, { takenAt: at, shops: read.value.records.shops }));
    await files.save(next.saved);
    reader.takenIn(read.value, next.saved.filled);
    market = next.market;
  }
  const identity = shopOf(full).item.identity;
  expect(market?.shop(1)?.item.identity).toEqual(identity);
  const restarted = await open().load(3);
  expect(restarted?.snapshot.shops.map(({ item }) => item.identity)).toEqual([
    identity,
    shopOf(record(2)).item.identity,
  ]);
  expect(restarted?.snapshot.shops[0]).toEqual(market?.shop(1));
});

test('records of several megabytes are saved and loaded like any other', async () => {
  const { open } = openFolder();
  const large = record(2, 1, { item: { type: 'BOOK', quantity: 1, name: 'x', snbt: 'é'.repeat(1_500_000) } });
  await save(open(), { takenAt: 1 }, [record(1), large, record(3)]);
  expect(byId(await loadFrom(open(), 1))).toEqual([1, 2, 3].map((id) => shopOf(id === 2 ? large : record(id))));
});

test('the latest snapshot is found without the journal, and no other file is mistaken for one', async () => {
  const { folder, open } = openFolder();
  const files = open();
  expect(await files.latest()).toBeNull();
  for (const takenAt of [9, 11, 10]) await save(files, { takenAt });
  for (const name of [
    'crier.shops-99.json.zst.tmp',
    'crier.shops-98.json.zst.corrupt',
    'crier.shops-.json.zst',
    'other.shops-97.json.zst',
  ])
    await writeFile(join(folder, name), '');
  expect(await files.latest()).toBe(11);
});

test('a draft leaves no file after it is discarded or replaced by another draft', async () => {
  const { folder, open } = openFolder();
  const files = open();
  for (let round = 0; round < 3; round += 1) {
    const draft = await beginSave(files, records);
    if (round === 0) await draft.discard();
  }
  await save(files, { takenAt: 1 }, [record(1)]);
  expect(byId(await loadFrom(open(), 1))).toEqual([shopOf(record(1))]);
  await expect.poll(() => readdir(folder)).toEqual(['crier.shops-1.json.zst']);
});

test('half-written files of a crash are removed before the first draft, and with each pruning', async () => {
  const { folder, open } = openFolder();
  const files = open();
  const halves = ['crier.shops-unfinished-7.json.zst.tmp', 'crier.shops-9.json.zst.tmp'];
  const leave = () => Promise.all(halves.map((name) => writeFile(join(folder, name), 'half')));
  await save(files, { takenAt: 1 });
  await leave();
  await files.clear();
  expect(await readdir(folder)).toEqual(['crier.shops-1.json.zst']);
  await leave();
  await files.prune(1);
  expect(await readdir(folder)).toEqual(['crier.shops-1.json.zst']);
});

test('fault 56: a missing folder is created again, or else the save fails with the cause', async () => {
  const { folder, open } = openFolder();
  const files = open();
  await rm(folder, { recursive: true });
  await save(files, { takenAt: 1 }, [record(1)]);
  expect(byId(await loadFrom(open(), 1)).length).toBe(1);
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file');
  await expect(save(files, { takenAt: 2 }, records)).rejects.toThrow(/ENOTDIR|EEXIST/);
  await rm(folder);
  await save(files, { takenAt: 3 }, [record(1)]);
  expect(byId(await loadFrom(open(), 3)).length).toBe(1);
});

test('an old snapshot that cannot be removed is logged, and the new one is still saved', async () => {
  const { folder, open, lines, pathOf } = openFolder();
  const files = open();
  for (const takenAt of [1, 2, 3]) await save(files, { takenAt });
  await rm(pathOf(2));
  await mkdir(pathOf(2));
  await files.prune(3);
  expect(lines).toEqual(['warn Old shop snapshots not deleted']);
  expect((await readdir(folder)).length).toBe(2);
});
