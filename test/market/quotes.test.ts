import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identify, unknownVariant } from '../../src/market/identity.ts';
import { bestAsk, bestBid, isSoldOutSince, type Quote, variantsOf } from '../../src/market/quotes.ts';
import { identity, snapshot, tradesOf } from './arbitraries.ts';
import { stockByHand } from './offers-oracle.ts';
import { item, loaded, marketOf, shop, trade } from './samples.ts';

const told = (quote: Quote | null) =>
  quote && { id: quote.shop.id, unitPrice: quote.unitPrice, remaining: quote.remaining, shops: quote.shops };

test('the best ask and bid of a variant, and the other variants, are those that a look at every shop finds', () => {
  const asked = snapshot.chain((shops) =>
    fc.record({ shops: fc.constant(shops), trades: tradesOf(shops), of: identity }),
  );
  fc.assert(
    fc.property(asked, ({ shops, trades, of }) => {
      const { market } = loaded(shops);
      for (const each of trades) market.apply(each);
      const able = shops
        .map((each) => ({
          shop: each,
          remaining: stockByHand(shops, trades, each),
          unit: each.price / each.item.quantity,
        }))
        .filter(({ shop: { side, item: sold }, remaining }) => side === 'bid' || remaining >= sold.quantity)
        .filter(({ shop: { item: sold } }) => sold.identity.variant !== null && sold.contents.length === 0);
      const best = (side: 'ask' | 'bid', key: string) => {
        const sorted = able
          .filter(({ shop: { side: is, item: sold } }) => is === side && sold.identity.key === key)
          .sort((a, b) => (side === 'ask' ? a.unit - b.unit : b.unit - a.unit) || a.shop.id - b.shop.id);
        const [first] = sorted;
        return first
          ? { id: first.shop.id, unitPrice: first.unit, remaining: first.remaining, shops: sorted.length }
          : null;
      };
      expect(told(bestAsk(market, of))).toEqual(best('ask', of.key));
      expect(told(bestBid(market, of))).toEqual(best('bid', of.key));
      expect(told(bestAsk(market, { type: of.type }))).toEqual(best('ask', identify(of.type).key));

      const others = new Set(shops.map(({ item: { identity: each } }) => (each.type === of.type ? each.key : '')));
      others.delete(identify(of.type).key);
      const prices = [...others].flatMap((key) => {
        const ask = best('ask', key);
        return ask ? [{ key, unitPrice: ask.unitPrice }] : [];
      });
      const variants = variantsOf(market, of.type);
      const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
      const flat = variants.map(({ identity: { key }, unitPrice }) => ({ key, unitPrice }));
      expect(flat.toSorted(byKey)).toEqual(prices.sort(byKey));
      expect(flat.every(({ unitPrice }, at) => at === 0 || unitPrice >= (flat[at - 1]?.unitPrice ?? 0))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

describe('a quote', () => {
  const slime = { type: 'SLIME_BLOCK' };

  test('comes from shops of the item itself: a box of it is no offer of it', () => {
    const box = item('SHULKER_BOX', { contents: [item('SLIME_BLOCK', { quantity: 64 })] });
    expect(told(bestAsk(marketOf(shop(1, { item: box, price: 1 }), shop(2)), slime))?.id).toBe(2);
  });

  test('is of the empty box: a filled one is priced by what it holds', () => {
    const filled = item('SHULKER_BOX', { contents: [item('SLIME_BLOCK', { quantity: 64 })] });
    const market = marketOf(shop(1, { item: filled, price: 1 }), shop(2, { item: item('SHULKER_BOX') }));
    expect(told(bestAsk(market, { type: 'SHULKER_BOX' }))).toMatchObject({ id: 2, shops: 1 });
  });

  test('moves on when trades have emptied the cheapest shop', () => {
    const market = marketOf(
      shop(1, { price: 1, remaining: 3 }),
      shop(2, { location: { x: 9, y: 64, z: 9, world: 'world' } }),
    );
    market.apply(trade({ moved: 3 }));
    expect(told(bestAsk(market, slime))).toEqual({ id: 2, unitPrice: 4, remaining: 64, shops: 1 });
  });

  test('is never of an unknown variant, not even where that is asked for by its key', () => {
    const unknown = unknownVariant('SLIME_BLOCK');
    const market = marketOf(shop(1, { item: item(unknown) }), shop(2, { side: 'bid', item: item(unknown) }));
    expect([bestAsk(market, slime), bestAsk(market, unknown), bestBid(market, unknown)]).toEqual([null, null, null]);
    expect(variantsOf(market, 'SLIME_BLOCK')).toEqual([]);
  });

  test('is of kinds that are known: neither ask nor bid is neither', () => {
    const market = marketOf(shop(1, { side: null }));
    expect([bestAsk(market, slime), bestBid(market, slime)]).toEqual([null, null]);
  });
});

test('an item is sold out since the snapshot where trades alone have emptied its last shop', () => {
  const soldOut = (remaining: number, moved: number) => {
    const market = marketOf(shop(1, { remaining }));
    if (moved > 0) market.apply(trade({ moved }));
    return isSoldOutSince(market, { type: 'SLIME_BLOCK' });
  };
  expect([soldOut(3, 3), soldOut(3, 2), soldOut(0, 0)]).toEqual([true, false, false]);
});
