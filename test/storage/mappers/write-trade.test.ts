import { expect, test } from 'vitest';
import { writeTrade } from '../../../src/storage/mappers/trade-row.ts';
import { item, shop, trade } from '../../market/samples.ts';

const written = (sold: string, contents: number) => {
  const box = { ...item(sold), contents: Array.from({ length: contents }, () => item('DIRT')) };
  const keys: string[] = [];
  const numbers = { item: ({ key }: { key: string }) => keys.push(key), place: () => 1 };
  writeTrade(
    { kind: 'traded', at: 0, trade: trade({ item: item('SHULKER_BOX') }), shop: shop(1, { item: box }) },
    numbers,
  );
  return keys;
};

test('a trade at a shop of filled boxes is stored apart, unless the shop now sells another item', () => {
  const [plain] = written('SHULKER_BOX', 0);
  expect(written('SHULKER_BOX', 2)).toEqual([`${plain}+`]);
  expect(written('CHEST', 2)).toEqual([plain]);
});
