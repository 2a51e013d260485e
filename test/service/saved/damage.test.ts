import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../property-runs.ts';
import { openFolder } from './open-folder.ts';
import { byId, loadFrom, record, save, shopOf } from './saving.ts';

/** Stands on: real files that the test damages. */

const OLDER = 'until the next snapshot, commands answer with an older one, and changes of shops are not announced';
const NONE = 'until the next snapshot, commands have no shops, and changes of shops are not announced';
const corrupt = (consequence: string) => `Saved snapshot corrupt: ${consequence}`;
const missing = (consequence: string) => `warn Saved snapshot missing: ${consequence}`;

/** Saves two snapshots, of which the later has filled and missing shops in addition to its records. */
async function openTwo() {
  const opened = openFolder();
  const files = opened.open();
  await save(files, { takenAt: 1 }, [record(1), record(2), record(3)]);
  const filled = [{ row: 1, shop: shopOf(record(2, 5)) }];
  await save(files, { takenAt: 2, filled, missing: [shopOf(record(1))] }, [record(3), record(2), record(4)]);
  const [older, last] = [await loadFrom(opened.open(), 1), await loadFrom(opened.open(), 2)];
  return { ...opened, older, last, content: await readFile(opened.pathOf(2)) };
}

type Two = Awaited<ReturnType<typeof openTwo>>;

/**
 * Loads the last snapshot with other bytes in its file. Expects a corrupt file to be quarantined and logged, and the
 * earlier snapshot to be loaded.
 *
 * @returns whether the file counts as corrupt
 */
async function isCorrupt({ pathOf, open, lines, errors, older, last }: Two, content: Buffer): Promise<boolean> {
  const path = pathOf(2);
  lines.length = 0;
  await writeFile(path, content);
  const loaded = await loadFrom(open(), 2);
  const isQuarantined = lines.length > 0;
  expect(loaded).toEqual(isQuarantined ? older : last);
  if (isQuarantined) {
    expect([lines, errors().at(-1)?.sentence]).toEqual([[`error ${corrupt(OLDER)}`], corrupt(OLDER)]);
    expect(await readFile(`${path}.corrupt`)).toEqual(content);
    await rm(`${path}.corrupt`);
  }
  return isQuarantined;
}

describe('fault 58: a saved snapshot', () => {
  test('is corrupt when cut off at any byte', async () => {
    const two = await openTwo();
    await fc.assert(
      fc.asyncProperty(fc.nat(two.content.length - 1), async (length) => {
        expect(await isCorrupt(two, two.content.subarray(0, length))).toBe(true);
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test('is corrupt or read unchanged with any bits flipped', async () => {
    const two = await openTwo();
    const bit = fc.nat(two.content.length * 8 - 1);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(bit, { minLength: 1, maxLength: 3 }), async (bits) => {
        const damaged = Buffer.from(two.content);
        for (const at of bits) damaged.writeUInt8(damaged.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3);
        await isCorrupt(two, damaged);
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test('is corrupt with any line missing, repeated, shortened, or ended differently', async () => {
    const two = await openTwo();
    const lines = zstdDecompressSync(two.content)
      .toString()
      .split(/(?<=\n)/);
    expect(lines.length).toBe(5);
    const texts = lines.flatMap((line, at) =>
      ['', line.repeat(2), line.slice(0, -2), line.slice(0, -1), line.replace(/[^,]*\n$/, '"x"]\n')].map((other) =>
        lines.with(at, other).join(''),
      ),
    );
    for (const text of texts) {
      expect(await isCorrupt(two, zstdCompressSync(text)), text).toBe(true);
    }
  });

  test.each([
    ['a record less', '{"id":3', '[{"id":4'],
    ['a filled shop of no record', '[[1,{', '[[3,{'],
    ['a filled shop at no place', '[[1,{', '[[-1,{'],
    ['a filled shop that is none', '[[1,{', '[[1,{"x":1},{'],
  ])('is corrupt with %s', async (_, before, after) => {
    const two = await openTwo();
    const text = zstdDecompressSync(two.content).toString();
    const damaged =
      before === '{"id":3'
        ? text.replace(/\[\{"id":3.*?,(?=\{"id":2)/, '[')
        : text.replace(`"filled",${before.slice(1)}`, `"filled",${after.slice(1)}`);
    expect(damaged).not.toBe(text);
    expect(await isCorrupt(two, zstdCompressSync(damaged))).toBe(true);
  });

  test('is corrupt if its file holds another snapshot', async () => {
    const two = await openTwo();
    expect(await isCorrupt(two, await readFile(two.pathOf(1)))).toBe(true);
  });

  test('is logged as missing if its file is gone', async () => {
    const { pathOf, open, older, lines, folder } = await openTwo();
    await rename(pathOf(2), `${pathOf(2)}.elsewhere`);
    expect(await loadFrom(open(), 2)).toEqual(older);
    expect(lines).toEqual([missing(OLDER)]);
    expect((await readdir(folder)).length).toBe(2);
  });
});

test('a store without any snapshot, as after a restore, logs the missing snapshot as information', async () => {
  const { open, lines } = openFolder();
  expect(await open().load(3)).toBeNull();
  expect(lines).toEqual([`info Saved snapshot missing: ${NONE}`]);
});

test('fault 58: a corrupt snapshot that cannot be quarantined stays, is logged and blocks nothing', async () => {
  const { open, pathOf, errors } = await openTwo();
  await writeFile(pathOf(2), 'garbage');
  await mkdir(`${pathOf(2)}.corrupt`);
  expect((await loadFrom(open(), 2))?.takenAt).toBe(1);
  expect(errors()).toMatchObject([{ sentence: corrupt(OLDER), facts: { keptAs: expect.stringContaining('EISDIR') } }]);
});

test('fault 58: the two latest corrupt snapshots stay on disk when no other is saved', async () => {
  const { open, pathOf, folder, errors } = openFolder();
  for (const takenAt of [1, 2, 3]) await writeFile(pathOf(takenAt), 'garbage');
  expect(await open().load(3)).toBeNull();
  expect((await readdir(folder)).sort()).toEqual([2, 3].map((at) => `crier.shops-${at}.json.zst.corrupt`));
  expect(errors().map(({ sentence }) => sentence)).toEqual([corrupt(OLDER), corrupt(OLDER), corrupt(NONE)]);
});

test('fault 58: a quarantined snapshot counts as missing, and the next valid one removes the rest', async () => {
  const { open, pathOf, lines, errors, older, folder } = await openTwo();
  await writeFile(pathOf(2), 'no snapshot');
  const files = open();
  expect([await loadFrom(files, 2), await files.latest(), await loadFrom(files, 2)]).toEqual([older, 1, older]);
  expect([lines, errors().length]).toEqual([[`error ${corrupt(OLDER)}`, missing(OLDER)], 1]);
  await save(files, { takenAt: 4 }, [record(4)]);
  await files.prune(4);
  expect((await readdir(folder)).sort()).toEqual(['crier.shops-2.json.zst.corrupt', 'crier.shops-4.json.zst']);
  expect(byId(await loadFrom(open(), 4))).toEqual([shopOf(record(4))]);
});

test('fault 58: the two latest corrupt snapshots stay on disk for inspection after later saves', async () => {
  const { folder, open, errors, pathOf } = openFolder();
  for (const takenAt of [8, 9, 10, 11]) {
    const files = open();
    await save(files, { takenAt });
    await files.prune(takenAt);
    await writeFile(pathOf(takenAt), 'no snapshot');
    expect(await files.load(takenAt)).toBeNull();
  }
  expect(errors().length).toBe(4);
  const files = open();
  await save(files, { takenAt: 12 });
  await files.prune(12);
  expect((await readdir(folder)).sort()).toEqual([
    'crier.shops-10.json.zst.corrupt',
    'crier.shops-11.json.zst.corrupt',
    'crier.shops-12.json.zst',
  ]);
});
