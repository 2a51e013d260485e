import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchEvent } from '../../src/market/search/match.ts';
import { pricedTypesIn } from '../../src/routing/concerns.ts';
import { anyItem, identity } from '../market/arbitraries.ts';
import { auction } from '../market/samples.ts';
import { propertyRuns } from '../property-runs.ts';

const deal = fc.record({
  item: anyItem,
  sold: fc.integer({ min: 1, max: 5 }),
  finalBid: fc.integer({ min: 0, max: 16 }),
});
const asked = fc.record({
  identity,
  isVariant: fc.boolean(),
  enchantments: fc.constantFrom([], [{ id: 'sharpness', comparison: 'at-least' as const, level: 5 }]),
});

test('every item that a filter finds in a trade is among its priced goods, at the same price', () => {
  fc.assert(
    fc.property(deal, asked, ({ item, ...paid }, { identity: { type, key }, isVariant, enchantments }) => {
      const filter = { item: isVariant ? { type, key } : { type }, enchantments, containers: true };
      const found = matchEvent(filter, { ...auction(item), ...paid }, null);
      if (found === null) return;
      const goods = pricedTypesIn(item, paid.sold, paid.finalBid).find((one) => one.type === type);
      const variant = goods?.variants.find((one) => one.key === key);
      const { unitPrice } = found;
      if (isVariant) expect(variant).toEqual({ key, unitPrice });
      else expect(goods?.variants.map((one) => one.unitPrice)).toContain(unitPrice);
      const prices = goods?.variants.flatMap((one) => one.unitPrice ?? []) ?? [];
      expect([goods?.lowest, goods?.highest]).toEqual(
        prices.length === 0 ? [null, null] : [Math.min(...prices), Math.max(...prices)],
      );
    }),
    { numRuns: propertyRuns(5) },
  );
});

test('priced goods list each type and each variant once, however many slots it fills', () => {
  fc.assert(
    fc.property(anyItem, (item) => {
      const goods = pricedTypesIn(item, 1, 1);
      const keys = goods.flatMap(({ variants }) => variants.map(({ key }) => key));
      expect(new Set(keys).size).toBe(keys.length);
      expect(new Set(goods.map(({ type }) => type)).size).toBe(goods.length);
    }),
    { numRuns: propertyRuns() },
  );
});
