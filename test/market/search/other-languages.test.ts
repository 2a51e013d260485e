import { describe, expect, test } from 'vitest';
import { resolveItem, suggestItems } from '../../../src/market/search/search.ts';
import { loadMarket } from '../../../src/market/shops/load.ts';
import { atOnce, auction, item, shop } from '../samples.ts';

describe('a name in another language', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    SLIME_BLOCK: ['Schleimblock', 'スライムブロック'],
    DIAMOND_SWORD: ['Épée en diamant'],
    DIRT: ['Diamond'],
  };
  const shopsOf = (...types: string[]) => types.map((type, id) => shop(id, { item: item(type) }));
  const snapshot = { takenAt: 1_000, shops: shopsOf('SLIME_BLOCK', 'DIAMOND_SWORD', 'DIRT', 'DIAMOND') };
  const named = atOnce(loadMarket(null, snapshot, (type) => names[type] ?? [])).market;

  test.each([
    ['schleim', 'SLIME_BLOCK'],
    ['スライム', 'SLIME_BLOCK'],
    ['diamant epee', 'DIAMOND_SWORD'],
    ['slime', 'SLIME_BLOCK'],
  ])('is suggested for %j', (text, type) => {
    expect(suggestItems(named, text).map(({ value }) => value)).toEqual([type]);
  });

  test('resolves to that item, unless another item has it as label', () => {
    expect(resolveItem(named, 'schleimblock')).toMatchObject({ kind: 'found', choice: { type: 'SLIME_BLOCK' } });
    expect(resolveItem(named, 'diamond')).toMatchObject({ kind: 'found', choice: { type: 'DIAMOND' } });
  });

  test('stays known in later snapshots', () => {
    const fresh = shop(9, { item: item('SLIME_BLOCK') });
    const next = atOnce(loadMarket(named, { takenAt: 2_000, shops: [...snapshot.shops, fresh] })).market;
    next.apply(auction(item('DIRT')));
    expect(suggestItems(next, 'schleim').map(({ value }) => value)).toEqual(['SLIME_BLOCK']);
  });
});
