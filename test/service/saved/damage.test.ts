import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../../src/market/shops/snapshot.ts';
import { propertyRuns } from '../../property-runs.ts';
import { openFolder } from './open-folder.ts';
import { byId, record, save, shopOf } from './saving.ts';

/** Stands on: real files, damaged by the test. */

const TAKEN = [1, 2, 3] as const;
const OLDER = 'until the next list is in commands answer with an older one, and what changed in shops is not told';
const NONE = 'until the next list is in commands have no shops, and what changed in shops is not told';
const corrupt = (whatFollows: string) => `A saved list of shops is corrupt: ${whatFollows}`;
const missing = (whatFollows: string) => `warn A saved list of shops is missing: ${whatFollows}`;

/** A snapshot that builds on another, which builds on a third. */
async function openChain() {
  const opened = openFolder();
  const files = opened.open();
  await save(files, { takenAt: 1 }, [record(1), record(2), record(3)]);
  await save(files, { takenAt: 2, before: 1, gone: [1], filled: [shopOf(record(2, 5))] }, [record(3, 4)]);
  await save(files, { takenAt: 3, before: 2, missing: [shopOf(record(1))] }, [record(4)]);
  const whole = new Map<number, Snapshot | null>();
  const bytes = new Map<number, Buffer>();
  for (const takenAt of TAKEN) {
    whole.set(takenAt, await opened.open().load(takenAt));
    bytes.set(takenAt, await readFile(opened.pathOf(takenAt)));
  }
  return {
    ...opened,
    /** As it was saved; null: there is none. */
    wholeOf: (takenAt: number) => whole.get(takenAt) ?? null,
    bytesOf: (takenAt: number) => bytes.get(takenAt) ?? Buffer.alloc(0),
  };
}

type Chain = Awaited<ReturnType<typeof openChain>>;

/**
 * Loads the last of the chain while one file holds something else. If that one is corrupt, expects it to be quarantined
 * and logged, and the one before it to be loaded; gives whether it is.
 */
async function isCorrupt(chain: Chain, takenAt: number, content: Buffer): Promise<boolean> {
  const path = chain.pathOf(takenAt);
  chain.lines.length = 0;
  await writeFile(path, content);
  const loaded = await chain.open().load(3);
  const isQuarantined = chain.lines.length > 0;
  expect(loaded).toEqual(chain.wholeOf(isQuarantined ? takenAt - 1 : 3));
  if (isQuarantined) {
    const sentence = corrupt(takenAt === 1 ? NONE : OLDER);
    expect([chain.lines, chain.errors().at(-1)?.sentence]).toEqual([[`error ${sentence}`], sentence]);
    expect(await readFile(`${path}.corrupt`)).toEqual(content);
    await rm(`${path}.corrupt`);
  }
  await writeFile(path, chain.bytesOf(takenAt));
  return isQuarantined;
}

describe.each(TAKEN)('fault 58: of three snapshots that build on one another, the one taken at %i', (takenAt) => {
  test('is corrupt wherever it is cut off', async () => {
    const chain = await openChain();
    const content = chain.bytesOf(takenAt);
    await fc.assert(
      fc.asyncProperty(fc.nat(content.length - 1), async (length) => {
        expect(await isCorrupt(chain, takenAt, content.subarray(0, length))).toBe(true);
      }),
      { numRuns: propertyRuns(0.2) },
    );
  });

  test('is corrupt or read as it was, whatever bits of it are turned', async () => {
    const chain = await openChain();
    const content = chain.bytesOf(takenAt);
    const bit = fc.nat(content.length * 8 - 1);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(bit, { minLength: 1, maxLength: 3 }), async (bits) => {
        const damaged = Buffer.from(content);
        for (const at of bits) damaged.writeUInt8(damaged.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3);
        await isCorrupt(chain, takenAt, damaged);
      }),
      { numRuns: propertyRuns(0.2) },
    );
  });

  test('is corrupt with any line left out, twice there, cut short, or with another end', async () => {
    const chain = await openChain();
    const lines = zstdDecompressSync(chain.bytesOf(takenAt))
      .toString()
      .split(/(?<=\n)/);
    const texts = lines.flatMap((line, at) =>
      ['', line.repeat(2), line.slice(0, -2), line.slice(0, -1), line.replace(/[^,]*\n$/, '"x"]\n')].map((other) =>
        lines.with(at, other).join(''),
      ),
    );
    for (const text of texts) {
      expect(await isCorrupt(chain, takenAt, zstdCompressSync(text)), text).toBe(true);
    }
  });

  test('is corrupt if it is another one of them', async () => {
    const chain = await openChain();
    for (const other of TAKEN.filter((at) => at !== takenAt)) {
      expect(await isCorrupt(chain, takenAt, chain.bytesOf(other))).toBe(true);
    }
  });

  test('is said to be missing if it is', async () => {
    const chain = await openChain();
    await rename(chain.pathOf(takenAt), `${chain.pathOf(takenAt)}.elsewhere`);
    expect(await chain.open().load(3)).toEqual(chain.wholeOf(takenAt - 1));
    expect(chain.lines).toEqual([missing(takenAt === 1 ? NONE : OLDER)]);
    expect((await readdir(chain.folder)).length).toBe(3);
  });
});

test('a store without any snapshot, as after a restore, logs the missing one as information', async () => {
  const { open, lines } = openFolder();
  expect(await open().load(3)).toBeNull();
  expect(lines).toEqual([`info A saved list of shops is missing: ${NONE}`]);
});

test('fault 58: a corrupt snapshot that cannot be quarantined stays where it is, is logged and blocks nothing', async () => {
  const { open, pathOf, errors } = await openChain();
  await writeFile(pathOf(3), 'garbage');
  await mkdir(`${pathOf(3)}.corrupt`);
  expect((await open().load(3))?.takenAt).toBe(2);
  expect(errors()).toMatchObject([{ sentence: corrupt(OLDER), facts: { keptAs: expect.stringContaining('EISDIR') } }]);
});

test('fault 58: of corrupt ones the two latest stay, though no other is saved', async () => {
  const { open, pathOf, folder, errors } = await openChain();
  for (const takenAt of TAKEN) await writeFile(pathOf(takenAt), 'garbage');
  expect(await open().load(3)).toBeNull();
  expect((await readdir(folder)).sort()).toEqual([2, 3].map((at) => `crier.shops-${at}.json.zst.corrupt`));
  expect(errors()).toHaveLength(3);
});

test('fault 58: of many of which some are damaged, the latest before these is loaded', async () => {
  const { open, pathOf, errors } = openFolder();
  const files = open();
  for (let at = 1; at <= 6; at += 1) await save(files, { takenAt: at, before: at === 1 ? null : at - 1 }, [record(at)]);
  const bytes = await Promise.all([1, 2, 3, 4, 5, 6].map((at) => readFile(pathOf(at))));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1 }), async (damaged) => {
      for (const [index, content] of bytes.entries()) await writeFile(pathOf(index + 1), content);
      for (const takenAt of damaged) await writeFile(pathOf(takenAt), 'no snapshot');
      const loaded = await open().load(6);
      const sound = Math.min(...damaged) - 1;
      expect([loaded?.takenAt ?? 0, byId(loaded).map(({ id }) => id)]).toEqual([
        sound,
        Array.from({ length: sound }, (_, at) => at + 1),
      ]);
    }),
    { numRuns: propertyRuns(0.2) },
  );
  expect(new Set(errors().map(({ sentence }) => sentence))).toEqual(new Set([corrupt(OLDER), corrupt(NONE)]));
});

test('fault 58: a quarantined snapshot is missing, and the next one that counts removes the rest', async () => {
  const chain = await openChain();
  await writeFile(chain.pathOf(2), 'no snapshot');
  const files = chain.open();
  const first = chain.wholeOf(1);
  expect([await files.load(3), await files.latest(), await files.load(3)]).toEqual([first, 3, first]);
  expect([chain.lines, chain.errors().length]).toEqual([[`error ${corrupt(OLDER)}`, missing(OLDER)], 1]);
  await save(files, { takenAt: 4 }, [record(4)]);
  await files.prune(4);
  expect((await readdir(chain.folder)).sort()).toEqual(['crier.shops-2.json.zst.corrupt', 'crier.shops-4.json.zst']);
  expect(byId(await chain.open().load(4))).toEqual([shopOf(record(4))]);
});

test('fault 58: a snapshot of the first format is corrupt wherever it is cut off', async () => {
  const { open, pathOf, lines, errors } = openFolder();
  const shops = [1, 2, 3].map((id) => shopOf(record(id)));
  const head = { format: 'crier-shops-1', takenAt: 7, count: 3, missing: 1 };
  const whole = zstdCompressSync(JSON.stringify([head, ...shops]));
  await writeFile(pathOf(7), whole);
  expect(await open().load(7)).toEqual({
    takenAt: 7,
    shops: shops.slice(0, 2),
    missing: shops.slice(2),
    isOfOlderReader: true,
  });
  for (const [index, cut] of [
    whole.subarray(0, -1),
    zstdCompressSync(JSON.stringify([head, ...shops.slice(1)])),
  ].entries()) {
    await writeFile(pathOf(7), cut);
    expect(await open().load(7)).toBeNull();
    expect([lines.length, errors().at(-1)?.sentence]).toEqual([index + 1, corrupt(NONE)]);
  }
});

test('fault 58: files that build on one another in a circle are corrupt, not endless', async () => {
  const chain = await openChain();
  const inCircle = zstdDecompressSync(chain.bytesOf(1)).toString().replace('"before":null', '"before":3');
  await writeFile(chain.pathOf(1), zstdCompressSync(inCircle));
  expect(await chain.open().load(3)).toBeNull();
  expect(chain.errors()).toMatchObject([{ sentence: corrupt(OLDER), facts: { why: 'it builds on itself' } }]);
});

test('fault 58: of corrupt files the latest two stay to be looked at', async () => {
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
