import { expect, test } from 'vitest';
import { countAgain } from '../../../src/service/shops/saved/count-again.ts';
import { openFolder } from './open-folder.ts';
import { record, save, shopOf } from './saving.ts';

const stacked = (id: number) => record(id, 1, { remaining: 3, item: { type: 'DIRT', quantity: 8 } });

test('a shop that an earlier run counted in another unit, or not at all, is counted as today', () => {
  const eight = shopOf(stacked(1));
  expect(eight.remaining).toBe(24);
  expect(countAgain(eight, 'bundles', 'bundles')).toBe(eight);
  expect(countAgain(eight, 'bundles', 'items').remaining).toBe(3);
  expect(countAgain({ ...eight, remaining: 3 }, 'items', 'bundles').remaining).toBe(24);
  expect(countAgain({ ...eight, remaining: 3 }, null, 'bundles').remaining).toBe(24);
});

test('a saved snapshot is read in the unit of today, its records, filled and missing shops alike', async () => {
  const { open } = openFolder();
  const [filled, missing] = [shopOf(stacked(2)), shopOf(stacked(3))];
  await save(open('bundles'), { takenAt: 1, filled: [filled], missing: [missing] }, [stacked(1), stacked(2)]);
  const again = await open('items').load(1);
  expect(again?.shops.map(({ remaining }) => remaining)).toEqual([3, 3]);
  expect(again?.missing?.map(({ remaining }) => remaining)).toEqual([3]);
});
