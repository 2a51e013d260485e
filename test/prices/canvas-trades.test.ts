import { expect, test } from 'vitest';
import { identify } from '../../src/market/item/identity.ts';
import { createCanvasTrades } from '../../src/prices/canvas-trades.ts';
import { canvasId, canvasSnbt } from '../market/paintings/samples.ts';

const keyOf = (number: number, generation: number) =>
  identify('PAINTING', canvasSnbt({ id: canvasId(number), generation })).key;

test('the trades of a canvas are those of its generations in 90 days, recounted after ten minutes', async () => {
  const asked: number[] = [];
  const counts = new Map([
    [keyOf(1, 1), 2],
    [keyOf(1, 3), 5],
    [keyOf(2, 1), 1],
  ]);
  const journal = {
    async tradeCounts(type: string, from: number) {
      expect(type).toBe('PAINTING');
      asked.push(from);
      return new Map(counts);
    },
  };
  let now = 100 * 86_400_000;
  const canvasTrades = createCanvasTrades(
    journal,
    () => [canvasId(1)],
    () => now,
  );
  const first = await canvasTrades();
  expect([1, 2, 3].map((number) => first(canvasId(number)))).toEqual([7, 1, 0]);
  counts.set(keyOf(1, 1), 3);
  expect((await canvasTrades())(canvasId(1))).toBe(7);
  now += 10 * 60_000;
  expect((await canvasTrades())(canvasId(1))).toBe(8);
  expect(asked).toEqual([10 * 86_400_000, 10 * 86_400_000 + 600_000]);
});
