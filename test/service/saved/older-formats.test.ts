import { readdir, rm, writeFile } from 'node:fs/promises';
import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { StockUnit } from '../../../src/market/shops/stock.ts';
import { openFolder } from './open-folder.ts';
import { byId, loadFrom, record, save, shopOf } from './saving.ts';

/** Stands on: real files that the test writes in the formats of earlier versions. */

/** A file of the second format, in which each snapshot holds the difference to an earlier one. */
interface SecondFormat {
  readonly takenAt: number;
  readonly before?: number;
  readonly records?: readonly object[];
  readonly filled?: readonly object[];
  readonly missing?: readonly object[];
  readonly gone?: readonly number[];
  readonly unit?: StockUnit | null;
}

function secondFormat(file: SecondFormat): Buffer {
  const { takenAt, before = null, records = [], filled = [], missing = [], gone = [], unit = 'bundles' } = file;
  const counts = { fresh: records.length, filled: filled.length, missing: missing.length, gone: gone.length };
  const end = { takenAt, before, ...counts, ...(unit !== null && { unit }) };
  const lines: unknown[] = [['crier-shops-2'], records];
  for (const [kind, entries] of Object.entries({ filled, missing, gone })) {
    if (entries.length > 0) lines.push([kind, ...entries]);
  }
  return zstdCompressSync([...lines, ['end', end]].map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Writes three files, each of which extends the one before. */
async function openChain() {
  const opened = openFolder();
  const write = (file: SecondFormat) => writeFile(opened.pathOf(file.takenAt), secondFormat(file));
  await write({ takenAt: 1, records: [record(1), record(2), record(3), record(4)] });
  await write({ takenAt: 2, before: 1, gone: [1], filled: [shopOf(record(2, 5))], records: [record(3, 4)] });
  await write({ takenAt: 3, before: 2, missing: [shopOf(record(1))], records: [record(5), record(3, 6)], gone: [4] });
  return { ...opened, write };
}

test('a snapshot in incremental files is read unchanged, and replaced by the next valid one', async () => {
  const { open, lines, folder } = await openChain();
  const files = open();
  const read = await files.load(3);
  expect(byId(read?.snapshot ?? null)).toEqual([record(2, 5), record(3, 6), record(5)].map(shopOf));
  expect([read?.snapshot.missing, read?.records, lines]).toEqual([[shopOf(record(1))], null, []]);
  await save(files, { takenAt: 4 }, [record(1)]);
  await files.prune(4);
  expect(await readdir(folder)).toEqual(['crier.shops-4.json.zst']);
});

test('a snapshot saved before 0.4.0 is marked as such, and its stock is read in the configured unit', async () => {
  const { open, pathOf } = openFolder();
  const eight = record(1, 1, { remaining: 3, item: { type: 'DIRT', quantity: 8 } });
  const emptied = { ...shopOf(eight), remaining: 3 };
  const file = { takenAt: 1, records: [eight], filled: [{ ...emptied, id: 2 }], missing: [{ ...emptied, id: 3 }] };
  await writeFile(pathOf(1), secondFormat({ ...file, unit: null }));
  const loaded = await loadFrom(open(), 1);
  expect(loaded?.isOfOlderReader).toBe(true);
  expect([...byId(loaded), ...(loaded?.missing ?? [])].map(({ remaining }) => remaining)).toEqual([24, 24, 24]);
});

test.each([1, 2, 3])('fault 58: the one of three incremental files taken at %i is corrupt', async (damaged) => {
  const { open, pathOf, errors, folder } = await openChain();
  await writeFile(pathOf(damaged), 'no snapshot');
  expect((await loadFrom(open(), 3))?.takenAt).toBe(damaged === 1 ? undefined : damaged - 1);
  expect(errors()).toMatchObject([{ facts: { path: pathOf(damaged) } }]);
  expect(await readdir(folder)).toContain(`crier.shops-${damaged}.json.zst.corrupt`);
});

test('a missing file of an incremental snapshot is logged with its name', async () => {
  const { open, pathOf, lines } = await openChain();
  await rm(pathOf(2));
  expect((await loadFrom(open(), 3))?.takenAt).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^warn Saved snapshot missing/)]);
});

test.each([
  ['holds the differences to itself', { takenAt: 1, before: 3 }, 'it holds the differences to itself'],
  ['is another one', { takenAt: 7 }, 'it holds another snapshot'],
  [
    'holds a broken record',
    { takenAt: 1, records: [{ id: 1 }, ...Array.from({ length: 9 }, (_, id) => record(id))] },
    'a record is not a shop',
  ],
  ['holds no shop', { takenAt: 1, filled: [{ id: 1 }] }, 'an entry is no shop'],
  ['holds no id', { takenAt: 1, gone: ['x' as unknown as number] }, 'an entry is no id'],
])('fault 58: a file that %s is corrupt', async (_, file, why) => {
  const { open, pathOf, errors } = await openChain();
  await writeFile(pathOf(1), secondFormat(file));
  expect(await open().load(3)).toBeNull();
  expect(errors()).toMatchObject([{ facts: { why: expect.stringContaining(why) } }]);
});

test('fault 58: a snapshot of the first format is corrupt when cut off at any byte', async () => {
  const { open, pathOf, lines, errors } = openFolder();
  const shops = [1, 2, 3].map((id) => shopOf(record(id)));
  const head = { format: 'crier-shops-1', takenAt: 7, count: 3, missing: 1 };
  const whole = zstdCompressSync(JSON.stringify([head, ...shops]));
  await writeFile(pathOf(7), whole);
  const [read, missing] = [shops.slice(0, 2), shops.slice(2)];
  expect(await loadFrom(open(), 7)).toEqual({ takenAt: 7, shops: read, missing, isOfOlderReader: true });
  for (const [index, cut] of [
    whole.subarray(0, -1),
    zstdCompressSync(JSON.stringify([head, ...shops.slice(1)])),
  ].entries()) {
    await writeFile(pathOf(7), cut);
    expect(await open().load(7)).toBeNull();
    expect([lines.length, errors().length]).toEqual([index + 1, index + 1]);
  }
});
