import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { load } from '../../../src/market/shops/load.ts';
import { atOnce, loaded } from '../../market/samples.ts';
import { openFolder } from './open-folder.ts';
import { byId, record, save, shopOf } from './saving.ts';

/** Stands on: real files. */

const snbt = '{"minecraft:stored_enchantments":{levels:{"minecraft:sharpness":5}}}';
const book = { type: 'ENCHANTED_BOOK', quantity: 1, name: '"},{', snbt };
const records = Array.from({ length: 2_000 }, (_, id) =>
  record(id, 1, { remaining: id % 2, item: id % 3 === 0 ? { type: 'POTION' } : { ...book, childItems: [null, book] } }),
);
const shops = records.map(shopOf);

test('a snapshot comes back as it was, and alone after pruning', async () => {
  const { folder, open } = openFolder();
  const files = open();
  await save(files, { takenAt: 1 });
  await save(files, { takenAt: 2 }, records);
  expect(await open().load(1)).toEqual({ takenAt: 1, shops: [], missing: [] });
  expect(await open().load(2)).toEqual({ takenAt: 2, shops, missing: [] });
  await files.prune(2);
  expect(await readdir(folder)).toEqual(['crier.shops-2.json.zst']);
});

test('one that builds on another holds what is otherwise, and comes back with all the rest', async () => {
  const { folder, open, pathOf } = openFolder();
  const files = open();
  const [filled, missing] = [shopOf(record(2, 22)), shopOf(record(4))];
  await save(files, { takenAt: 1 }, records);
  await save(files, { takenAt: 2, before: 1, filled: [filled], gone: [3, 4], missing: [missing] }, [record(1, 11)]);
  await save(files, { takenAt: 3, before: 2, gone: [5] }, [record(3, 33), record(9_999)]);
  const second = byId({ takenAt: 2, shops: [...shops, filled, shopOf(record(1, 11))] }).filter(
    ({ id }) => id !== 3 && id !== 4,
  );
  const third = [...second.filter(({ id }) => id !== 5), shopOf(record(3, 33)), shopOf(record(9_999))];
  const [loaded, last] = [await open().load(2), await open().load(3)];
  expect([byId(loaded), loaded?.missing]).toEqual([second, [missing]]);
  expect([byId(last), last?.missing]).toEqual([byId({ takenAt: 3, shops: third }), []]);
  expect((await readFile(pathOf(3))).length).toBeLessThan(1_000);
  await files.prune(3);
  expect((await readdir(folder)).sort()).toEqual([1, 2, 3].map((at) => `crier.shops-${at}.json.zst`));
});

test('a shop that was set up empty before a restart is listed with its first stock after it', async () => {
  const { open } = openFolder();
  const old = record(1);
  const first = loaded([shopOf(old)]).market;
  const empty = loaded([old, record(2, 1, { remaining: 0 })].map(shopOf), first, 2);
  await save(open(), { takenAt: 2, filled: empty.saved.filled }, [old, record(2, 1, { remaining: 0 })]);
  const restored = atOnce(load(null, (await open().load(2)) ?? { takenAt: 2, shops: [] })).market;
  const { changes } = loaded([old, record(2)].map(shopOf), restored, 3);
  expect(changes.map(({ kind }) => kind)).toEqual(['listed']);
});

test('what an earlier process saved is built on, and pruned with what follows', async () => {
  const { folder, open } = openFolder();
  await save(open(), { takenAt: 1 }, [record(1)]);
  const files = open();
  await files.load(1);
  await save(files, { takenAt: 2, before: 1 }, [record(2)]);
  await files.prune(2);
  expect(byId(await open().load(2)).map(({ id }) => id)).toEqual([1, 2]);
  await save(files, { takenAt: 3 }, [record(3)]);
  await files.prune(3);
  expect(await readdir(folder)).toEqual(['crier.shops-3.json.zst']);
});

test('when those that follow the first hold more than it does another first is due, after a restart too', async () => {
  const { open } = openFolder();
  const files = open();
  const isDue = (one = files) => one.begin().isBaseDue;
  expect(isDue()).toBe(false);
  await save(files, { takenAt: 1 }, records.slice(0, 9));
  await save(files, { takenAt: 2, before: 1, gone: [1, 2] }, records.slice(0, 6));
  await save(files, { takenAt: 3, before: 2, missing: shops }, records.slice(0, 1));
  expect(isDue()).toBe(false);
  await save(files, { takenAt: 4, before: 3, filled: shops.slice(0, 1) });
  const restarted = open();
  await restarted.load(4);
  expect([isDue(), isDue(restarted)]).toEqual([true, true]);
  await save(files, { takenAt: 5 }, records.slice(0, 9));
  expect(isDue()).toBe(false);
});

test('of records of one id the last counts, whatever white space they are written with', async () => {
  const { open } = openFolder();
  const pretty = JSON.stringify(record(1, 2), null, '\r\n\t');
  await save(open(), { takenAt: 1 }, [record(1, 1), record(2), pretty]);
  expect(byId(await open().load(1))).toEqual([shopOf(record(1, 2)), shopOf(record(2))]);
});

test('records of megabytes are saved like any other', async () => {
  const { open } = openFolder();
  const large = record(2, 1, { item: { type: 'BOOK', quantity: 1, name: 'x', snbt: 'é'.repeat(1_500_000) } });
  await save(open(), { takenAt: 1 }, [record(1), large, record(3), large]);
  expect(byId(await open().load(1))).toEqual([1, 2, 3].map((id) => shopOf(id === 2 ? large : record(id))));
});

test('the latest is found without the journal, and nothing else is taken for one', async () => {
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

test('a draft that is discarded, or begun and followed by another, leaves nothing', async () => {
  const { folder, open } = openFolder();
  const files = open();
  for (let round = 0; round < 3; round += 1) {
    const draft = files.begin();
    for (const wire of records) draft.add(Buffer.from(JSON.stringify(wire)), 0, JSON.stringify(wire).length);
    await draft.flush();
    if (round === 0) await draft.discard();
  }
  await save(files, { takenAt: 1 }, [record(1)]);
  expect(byId(await open().load(1))).toEqual([shopOf(record(1))]);
  await expect.poll(() => readdir(folder)).toEqual(['crier.shops-1.json.zst']);
});

test('what a crash left half written goes before the first is begun, and with each pruning', async () => {
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

test('one that builds on what is not saved, or would take its place, is refused', async () => {
  const { folder, open } = openFolder();
  const files = open();
  await save(files, { takenAt: 1 });
  await save(files, { takenAt: 2, before: 1 });
  await expect(save(files, { takenAt: 4, before: 3 })).rejects.toThrow('is not saved');
  await expect(save(files, { takenAt: 1, before: 2 })).rejects.toThrow('take the place');
  expect((await readdir(folder)).length).toBe(2);
});

test('fault 56: where the folder is gone it is made anew, and where it cannot be, the error says so', async () => {
  const { folder, open } = openFolder();
  const files = open();
  await rm(folder, { recursive: true });
  await save(files, { takenAt: 1 }, [record(1)]);
  expect(byId(await open().load(1)).length).toBe(1);
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file');
  await expect(save(files, { takenAt: 2 }, records)).rejects.toThrow(/ENOTDIR|EEXIST/);
  await rm(folder);
  await save(files, { takenAt: 3 }, [record(1)]);
  expect(byId(await open().load(3)).length).toBe(1);
});

test('what cannot be removed is said, and does not make the snapshot fail', async () => {
  const { folder, open, lines, pathOf } = openFolder();
  const files = open();
  for (const takenAt of [1, 2, 3]) await save(files, { takenAt });
  await rm(pathOf(2));
  await mkdir(pathOf(2));
  await files.prune(3);
  expect(lines).toEqual(['warn old shop snapshots cannot be removed']);
  expect((await readdir(folder)).length).toBe(2);
});
