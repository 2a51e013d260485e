import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import {
  bestAsk,
  bestBid,
  isSoldOutSince,
  type Quote,
  unpricedBids,
  variantQuotes,
} from '../../../src/market/prices/quotes.ts';
import { findOffers } from '../../../src/market/search/offers.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { identity, snapshot, tradesOf } from '../arbitraries.ts';
import { atOnce, item, loaded, marketOf, shop, trade } from '../samples.ts';
import { stockByHand } from '../search/offers-oracle.ts';

const summaryOf = (quote: Quote | null) =>
  quote && { id: quote.shop.id, unitPrice: quote.unitPrice, remaining: quote.remaining, shops: quote.shops };

test('the best ask, the best bid and the variants equal those found by a check of every shop', () => {
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
        .filter(({ shop: { item: sold }, remaining }) => remaining >= sold.quantity)
        .filter(({ shop: { item: sold } }) => sold.contents.length === 0);
      const best = (side: 'ask' | 'bid', key: string) => {
        const sorted = able
          .filter(({ shop: each }) => each.side === side && pricedByHand(shops, each) === key)
          .sort((a, b) => (side === 'ask' ? a.unit - b.unit : b.unit - a.unit) || a.shop.id - b.shop.id);
        const [first] = sorted;
        return first
          ? { id: first.shop.id, unitPrice: first.unit, remaining: first.remaining, shops: sorted.length }
          : null;
      };
      expect(summaryOf(bestAsk(market, of))).toEqual(best('ask', of.key));
      expect(summaryOf(bestBid(market, of))).toEqual(best('bid', of.key));
      expect(summaryOf(bestAsk(market, { type: of.type }))).toEqual(best('ask', identify(of.type).key));

      const others = new Set(shops.map(({ item: { identity: each } }) => (each.type === of.type ? each.key : '')));
      others.delete(identify(of.type).key);
      const prices = [...others].flatMap((key) => {
        const ask = best('ask', key);
        return ask ? [{ key, unitPrice: ask.unitPrice }] : [];
      });
      const variants = variantQuotes(market, of.type);
      const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
      const flat = variants.map(({ identity: { key }, unitPrice }) => ({ key, unitPrice }));
      expect(flat.toSorted(byKey)).toEqual(prices.sort(byKey));
      expect(flat.every(({ unitPrice }, at) => at === 0 || unitPrice >= (flat[at - 1]?.unitPrice ?? 0))).toBe(true);
    }),
  );
});

/** @returns the key of the item that a shop sells or buys, or null if it is unknown */
function pricedByHand(shops: readonly Shop[], { side, item: { identity: of } }: Shop): string | null {
  if (of.variant !== null) return of.key;
  const isMade = shops.some(({ item: { identity: other } }) => {
    return other.type === of.type && other.variant !== null && other.key !== identify(of.type).key;
  });
  return side === 'bid' && !isMade ? identify(of.type).key : null;
}

test('the best bid is the first one with room in the list of /shop', () => {
  const plain = fc.constantFrom(identify('SLIME_BLOCK'), unknownVariant('SLIME_BLOCK'));
  const buyer = fc.record({ of: plain, price: fc.integer({ min: 1, max: 5 }), remaining: fc.nat(4) });
  fc.assert(
    fc.property(fc.array(buyer, { maxLength: 8 }), (buyers) => {
      const bids = buyers.map(({ of, ...more }, id) =>
        shop(id, { ...more, side: 'bid', item: item(of, { quantity: 2 }) }),
      );
      const market = marketOf(...bids);
      const filter = { item: { type: 'SLIME_BLOCK' }, containers: true };
      const listed = atOnce(findOffers(market, { side: 'sell', filter, sort: 'price', outOfStock: false }));
      const best = bestBid(market, filter.item);
      const able = listed.offers.filter(({ inStock }) => inStock);
      expect([best?.shop.id, best?.shops ?? 0]).toEqual([able[0]?.shop.id, listed.total - listed.empty]);
      expect(listed.offers.slice(0, able.length)).toEqual(able);
    }),
  );
});

test('a bid for an unknown variant is not priced as the plain item, but counted', () => {
  const market = marketOf(
    shop(1, { side: 'bid', remaining: 0, item: item(unknownVariant('BOW')) }),
    shop(2, { item: item(identify('BOW', '{Enchantments:[{id:"power",lvl:5s}]}')) }),
  );
  expect([bestBid(market, { type: 'BOW' }), unpricedBids(market, 'BOW').length]).toEqual([null, 1]);
});

describe('a quote', () => {
  const slime = { type: 'SLIME_BLOCK' };

  test('comes from shops of the item itself, never from boxes of it', () => {
    const box = item('SHULKER_BOX', { contents: [item('SLIME_BLOCK', { quantity: 64 })] });
    expect(summaryOf(bestAsk(marketOf(shop(1, { item: box, price: 1 }), shop(2)), slime))?.id).toBe(2);
  });

  test('for a container is that of an empty one, because filled ones are priced by their contents', () => {
    const filled = item('SHULKER_BOX', { contents: [item('SLIME_BLOCK', { quantity: 64 })] });
    const market = marketOf(shop(1, { item: filled, price: 1 }), shop(2, { item: item('SHULKER_BOX') }));
    expect(summaryOf(bestAsk(market, { type: 'SHULKER_BOX' }))).toMatchObject({ id: 2, shops: 1 });
  });

  test('moves to the next shop once trades have emptied the cheapest', () => {
    const market = marketOf(
      shop(1, { price: 1, remaining: 3 }),
      shop(2, { location: { x: 9, y: 64, z: 9, world: 'world' } }),
    );
    market.apply(trade({ moved: 3 }));
    expect(summaryOf(bestAsk(market, slime))).toEqual({ id: 2, unitPrice: 4, remaining: 64, shops: 1 });
  });

  test('never refers to an unknown variant, even if asked for its key', () => {
    const unknown = unknownVariant('SLIME_BLOCK');
    const bid = shop(2, { side: 'bid', item: item(unknown) });
    const sharp = item(identify('SLIME_BLOCK', '{Enchantments:[{id:"sharpness",lvl:4s}]}'));
    const market = marketOf(shop(1, { item: item(unknown) }), bid);
    const quotes = [bestAsk(market, slime), bestAsk(market, unknown), bestBid(market, unknown)];
    expect(quotes).toEqual([null, null, null]);
    expect(bestBid(marketOf(bid, shop(3, { side: 'bid', item: sharp })), slime)).toBeNull();
    expect(variantQuotes(market, 'SLIME_BLOCK')).toEqual([]);
  });

  test('excludes shops of unknown kind, which are neither asks nor bids', () => {
    const market = marketOf(shop(1, { side: null }));
    expect([bestAsk(market, slime), bestBid(market, slime)]).toEqual([null, null]);
  });
});

test('an item counts as sold out since the snapshot only if trades have emptied its last shop', () => {
  const soldOut = (remaining: number, moved: number) => {
    const market = marketOf(shop(1, { remaining }));
    if (moved > 0) market.apply(trade({ moved }));
    return isSoldOutSince(market, { type: 'SLIME_BLOCK' });
  };
  expect([soldOut(3, 3), soldOut(3, 2), soldOut(0, 0)]).toEqual([true, false, false]);
});
