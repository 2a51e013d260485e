import { expect, test } from 'vitest';
import { SnapshotReader } from '../../../src/service/shops/snapshot-reader.ts';
import { HOUR_MS } from '../../../src/time/durations.ts';
import { canvasId, canvasSnbt } from '../../market/paintings/samples.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { MemorySave } from '../memory-save.ts';
import { record } from '../saved/saving.ts';
import { inChunks, readBody } from './read-body.ts';

function openReader() {
  const clock = new ManualClock();
  const saves: MemorySave[] = [];
  const paintings: string[] = [];
  const beginSaving = () => {
    const save = new MemorySave();
    saves.push(save);
    return save;
  };
  const onPainting = (snbt: string) => paintings.push(snbt);
  const reader = new SnapshotReader({ clock, beginSaving, unit: 'bundles', onPainting });
  const read = async (...records: object[]) => {
    const body = Buffer.from(JSON.stringify(records));
    const answer = await reader.read(inChunks(body, [65_536]));
    if (!answer.ok) throw new Error(answer.why);
    return answer.value;
  };
  return {
    ...{ clock, saves, paintings, reader, read },
    async takeIn(...records: object[]) {
      const download = await read(...records);
      reader.takenIn(download, []);
      return download;
    },
  };
}

test('a body reuses the records of the last accepted snapshot, not those of a snapshot only read', async () => {
  const { reader, read, takeIn } = openReader();
  const first = await takeIn(record(1), record(2));
  await read(record(1), record(3));
  await reader.discard();
  const next = await takeIn(record(1), record(3));
  expect([next.parsed, next.records.shops[0]]).toEqual([1, first.records.shops[0]]);
});

test('a body reuses the records of a saved snapshot', async () => {
  const { reader, read } = openReader();
  const saved = await readBody([1, 2].map((id) => JSON.stringify(record(id))));
  if (saved === null) throw new Error('refused');
  reader.beginWith(saved.records);
  const { parsed, records } = await read(record(2), record(1));
  expect([parsed, [...records.shops]]).toEqual([0, saved.shops.toReversed()]);
});

test('a shop that the market filled in replaces its record in the next body', async () => {
  const { reader, read } = openReader();
  const download = await read(record(1));
  const filled = { ...(download.records.shops[0] as (typeof download.records.shops)[0]), price: 9 };
  reader.takenIn(download, [{ row: 0, shop: filled }]);
  expect((await read(record(1))).records.shops[0]).toBe(filled);
});

test('each body is saved unchanged, and discarded unless the market accepts it', async () => {
  const { reader, read, saves, takeIn } = openReader();
  await takeIn(record(1));
  await read(record(1, 7));
  await read(record(1, 8));
  await reader.discard();
  expect(saves.map(({ body, isDiscarded }) => [JSON.parse(body)[0].price, isDiscarded])).toEqual([
    [1, false],
    [7, true],
    [8, true],
  ]);
  expect(saves[0]?.read?.records.shops.length).toBe(1);
});

test('paintings of known records are emitted once an hour, starting with the first body after a restart', async () => {
  const { clock, reader, paintings, takeIn } = openReader();
  const snbt = canvasSnbt({ id: canvasId(1) });
  const sold = record(1, 1, { item: { type: 'PAINTING', quantity: 1, name: 'Canvas', snbt } });
  const saved = await readBody([JSON.stringify(sold)]);
  if (saved === null) throw new Error('refused');
  reader.beginWith(saved.records);
  const counts: number[] = [];
  for (const ms of [0, 1, HOUR_MS, 1]) {
    clock.advance(ms);
    const { parsed, records } = await takeIn(sold);
    expect([parsed, records.shops[0]]).toEqual([0, saved.shops[0]]);
    counts.push(paintings.length);
  }
  expect(counts).toEqual([1, 1, 2, 2]);
});
