import { expect, test } from 'vitest';
import type { Download } from '../../../src/service/shops/download.ts';
import { KnownRecords } from '../../../src/service/shops/records/known-records.ts';
import { CHECK_AFTER_MS, SnapshotReader } from '../../../src/service/shops/snapshot-reader.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { collectLogLines } from '../log-lines.ts';
import { MemorySave } from '../memory-save.ts';
import { inChunks } from './read-body.ts';

const record = (id: number, price = 5) =>
  JSON.stringify({
    id,
    owner: { name: 'Ann', uuid: 'u' },
    location: { x: id, y: 64, z: 0, world: 'world' },
    type: 'SELLING',
    price,
    remaining: 9,
    item: { type: 'DIRT', quantity: 1 },
  });

function openReader() {
  const clock = new ManualClock();
  const { log, errors } = collectLogLines();
  const saves: MemorySave[] = [];
  let isBaseDue = false;
  const beginSaving = () => {
    const save = new MemorySave();
    save.isBaseDue = isBaseDue;
    isBaseDue = false;
    saves.push(save);
    return save;
  };
  const saveAllNext = () => {
    isBaseDue = true;
  };
  const reader = new SnapshotReader({ clock, log, beginSaving, unit: 'bundles', onPainting: () => undefined });
  const read = async (...records: string[]): Promise<Download> => {
    const answer = await reader.read(inChunks(Buffer.from(`[${records.join(',')}]`), [65_536]));
    if (!answer.ok) throw new Error(answer.why);
    return answer.value;
  };
  /** Reads a body and takes it in. */
  const takeIn = async (takenAt: number, ...records: string[]) => {
    const download = await read(...records);
    const snapshot = reader.snapshotOf(download, takenAt);
    reader.takenIn(download, takenAt);
    return snapshot;
  };
  return { clock, errors, saves, saveAllNext, reader, read, takeIn };
}

test('the first snapshot says nothing of another; the next what has changed since', async () => {
  const { takeIn } = openReader();
  const first = await takeIn(1_000, record(1), record(2), record(3));
  expect([first.since, first.isCheck]).toEqual([undefined, false]);
  const second = await takeIn(2_000, record(1), record(2, 6), record(4));
  const [one, two, three] = first.shops;
  expect(second.shops[0]).toBe(one);
  expect(second.since).toEqual({ before: 1_000, fresh: second.shops.slice(1), gone: [two, three] });
});

test('what was read and not taken in is as if it had never come', async () => {
  const { read, reader, takeIn } = openReader();
  await takeIn(1_000, record(1), record(2));
  const doubted = await read(record(2));
  expect(reader.snapshotOf(doubted, 2_000).since).toMatchObject({ before: 1_000, gone: [{ id: 1 }] });
  await expect(read(record(1, 7), 'garbage')).rejects.toThrow('not valid JSON');
  const next = await takeIn(3_000, record(1), record(2));
  expect(next.since).toEqual({ before: 1_000, fresh: [], gone: [] });
});

test('an hour after everything was parsed it is parsed again, once', async () => {
  const { clock, takeIn } = openReader();
  const checks: unknown[] = [];
  const first = await takeIn(1_000, record(1));
  for (const ms of [CHECK_AFTER_MS - 1, 1, 1, CHECK_AFTER_MS - 1]) {
    clock.advance(ms);
    const { isCheck, shops } = await takeIn(2_000, record(1));
    checks.push(isCheck);
    expect(shops[0]).toBe(first.shops[0]);
  }
  expect(checks).toEqual([false, true, false, true]);
});

test('a check that is not taken in is made again', async () => {
  const { clock, read, reader, takeIn } = openReader();
  await takeIn(1_000, record(1));
  clock.advance(CHECK_AFTER_MS);
  clock.jumpWall(-CHECK_AFTER_MS);
  expect(reader.snapshotOf(await read(record(1)), 2_000).isCheck).toBe(true);
  expect((await takeIn(3_000, record(1))).isCheck).toBe(true);
});

test('a record that was taken for another is found by the check, said once and mended', async () => {
  const { clock, errors, read, reader, takeIn } = openReader();
  const before = await read(record(1));
  const now = await read(record(1, 6));
  reader.takenIn({ ...before, records: new KnownRecords(before.records.shops, now.records.numbers) }, 1_000);
  expect((await takeIn(2_000, record(1, 6))).shops[0]?.price).toBe(5);
  clock.advance(CHECK_AFTER_MS);
  expect((await takeIn(3_000, record(1, 6))).shops[0]?.price).toBe(6);
  expect((await takeIn(4_000, record(1, 6))).shops[0]?.price).toBe(6);
  expect(errors()).toMatchObject([{ facts: { shops: [1], count: 1 } }]);
});

test('where a file with all records is due all are saved, and known ones are not read again', async () => {
  const { saves, saveAllNext, takeIn } = openReader();
  const first = await takeIn(1_000, record(1), record(2));
  saveAllNext();
  const second = await takeIn(2_000, record(1), record(2, 6));
  expect(saves.at(-1)?.records).toEqual([record(1), record(2, 6)]);
  expect([second.shops[0] === first.shops[0], second.isCheck, second.isSavedWhole]).toEqual([true, false, true]);
  expect(await takeIn(3_000, record(1))).toMatchObject({ isSavedWhole: false });
});

test('each reading is saved: what is fresh, in a check everything; what is not taken in is discarded', async () => {
  const { clock, read, reader, saves, takeIn } = openReader();
  await takeIn(1_000, record(1), record(2));
  await takeIn(2_000, record(1), record(2, 6));
  await read(record(1, 7), record(2, 6));
  await reader.discard();
  await read(record(1, 8), record(2, 6));
  clock.advance(CHECK_AFTER_MS);
  await takeIn(3_000, record(1), record(2, 6));
  expect(saves.map(({ records }) => records)).toEqual([
    [record(1), record(2)],
    [record(2, 6)],
    [record(1, 7)],
    [record(1, 8)],
    [record(1), record(2, 6)],
  ]);
  expect(saves.map(({ isDiscarded }) => isDiscarded)).toEqual([false, false, true, true, false]);
});
