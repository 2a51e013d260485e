import { expect, test } from 'vitest';
import { readSavedShop } from '../../../src/service/shops/snapshot-lines.ts';
import { openFolder } from './open-folder.ts';
import { loadFrom, record, save, shopOf } from './saving.ts';

const stacked = (id: number) => record(id, 1, { remaining: 3, item: { type: 'DIRT', quantity: 8 } });

test('a saved shop is read in the configured unit, whether an earlier run saved another unit or none', () => {
  const eight = shopOf(stacked(1));
  expect(eight.remaining).toBe(24);
  expect(readSavedShop(eight, 'bundles', 'bundles')).toBe(eight);
  expect(readSavedShop(eight, 'bundles', 'items').remaining).toBe(3);
  expect(readSavedShop({ ...eight, remaining: 3 }, 'items', 'bundles').remaining).toBe(24);
  expect(readSavedShop({ ...eight, remaining: 3 }, null, 'bundles').remaining).toBe(24);
});

test('a saved snapshot is read in the configured unit: its records, filled and missing shops', async () => {
  const { open } = openFolder();
  const [filled, missing] = [shopOf(stacked(2)), shopOf(stacked(3))];
  await save(open('bundles'), { takenAt: 1, filled: [{ row: 1, shop: filled }], missing: [missing] }, [
    stacked(1),
    stacked(2),
  ]);
  const again = await loadFrom(open('items'), 1);
  expect(again?.shops.map(({ remaining }) => remaining)).toEqual([3, 3]);
  expect(again?.missing?.map(({ remaining }) => remaining)).toEqual([3]);
});
