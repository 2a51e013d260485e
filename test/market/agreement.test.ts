import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDeals } from '../../src/market/deals/deals.ts';
import { findSpreads } from '../../src/market/deals/spreads.ts';
import { bestAsk, bestBid } from '../../src/market/prices/quotes.ts';
import { findCurrentSellers } from '../../src/market/search/current-sellers.ts';
import type { Filter } from '../../src/market/search/filter.ts';
import { matchShop } from '../../src/market/search/match.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import { inStock, unitPriceOf } from '../../src/market/shops/unit-price.ts';
import { isAtPrice, watchMatches } from '../../src/routing/match.ts';
import { EMPTY_MATCH_CONTEXT } from '../../src/routing/shop-news.ts';
import { identity, snapshot, tradesOf } from './arbitraries.ts';
import { atOnce, loaded } from './samples.ts';

/** Checks that different commands name the same price and count the same shops for one item of one market. */

test('/shop, /price, suggestions and watches agree on the best ask and the number of sellers', () => {
  const asked = snapshot.chain((shops) => fc.record({ shops: fc.constant(shops), trades: tradesOf(shops) }));
  fc.assert(
    fc.property(asked, identity, ({ shops, trades }, { type, key, variant }) => {
      fc.pre(variant !== null);
      const { market } = loaded(shops);
      const filter = { item: { type, key }, containers: false };
      const listed = () => {
        const query = { side: 'buy', filter, sort: 'price', outOfStock: true } as const;
        const { offers } = atOnce(findOffers(market, query));
        return offers.filter(({ inStock, shop }) => inStock && shop.item.contents.length === 0);
      };
      const sold = findCurrentSellers(market, { type, key });
      const itself = sold?.cheapest?.match.contained === null ? sold.cheapest.shop : undefined;
      expect(itself?.id, 'before any trade').toBe(listed()[0]?.shop.id);
      for (const trade of trades) market.apply(trade);
      const offers = listed();
      const quote = bestAsk(market, { type, key });
      expect([quote?.unitPrice, quote?.shops ?? 0]).toEqual([offers[0]?.match.unitPrice, offers.length]);
      const watch = { trigger: 'at-or-below' as const, price: quote?.unitPrice ?? null, filter };
      for (const { shop, remaining, match } of offers) {
        expect(isAtPrice(watch, shop, remaining)).toBe((match.unitPrice ?? Number.NaN) <= (quote?.unitPrice ?? 0));
      }
    }),
  );
});

test('a buyer without room is last in /shop, and is no best bid in /price or in watches', () => {
  fc.assert(
    fc.property(snapshot, identity, (shops, { type, key, variant }) => {
      fc.pre(variant !== null);
      const { market } = loaded(shops);
      const filter = { item: { type, key }, containers: false };
      const query = { side: 'sell', filter, sort: 'price', outOfStock: false } as const;
      const { offers } = atOnce(findOffers(market, query));
      const able = offers.filter(({ inStock }) => inStock);
      expect(offers.slice(0, able.length), 'those without room come last').toEqual(able);
      const itself = able.filter(({ shop }) => shop.item.contents.length === 0);
      const bid = bestBid(market, { type, key });
      if (itself.length > 0) expect(bid?.unitPrice).toBeGreaterThanOrEqual(itself[0]?.match.unitPrice ?? 0);
      if (bid !== null) expect(bid.remaining).toBeGreaterThanOrEqual(bid.shop.item.quantity);
      for (const { shop, remaining, inStock } of offers) {
        const watch = { trigger: 'at-or-above' as const, price: 0, filter };
        expect(isAtPrice(watch, shop, remaining)).toBe(inStock);
      }
    }),
  );
});

test('worth, /deals, spreads, watches and previews rank shops by the same unit prices as /price', () => {
  fc.assert(
    fc.property(snapshot, identity, fc.integer({ min: 1, max: 8 }), (shops, { type, key, variant }, amount) => {
      fc.pre(variant !== null);
      const { market } = loaded(shops);
      const ask = bestAsk(market, { type, key });
      const bid = bestBid(market, { type, key });
      const worth = { worth: amount, sellers: 3, trades: 9, outliers: 0 };
      const worths = new Map([[key, worth]]);
      const filter = { item: { type, key }, containers: false };
      const every = { terms: { discount: 0, minSaving: 0 }, order: 'saved', limit: 100 } as const;
      const { shown } = atOnce(findDeals(market, worths, { filter, ...every }));
      for (const deal of shown) {
        expect(deal.worth).toBe(amount);
        expect(deal.unitPrice, 'no deal is below the best ask').toBeGreaterThanOrEqual(
          ask?.unitPrice ?? Number.POSITIVE_INFINITY,
        );
        expect(isAtPrice({ trigger: 'at-or-below', price: deal.unitPrice, filter }, deal.shop, deal.remaining)).toBe(
          true,
        );
        expect(deal.items).toBeGreaterThanOrEqual(deal.shop.item.quantity);
      }
      for (const spread of atOnce(findSpreads(market, worths, { filter, limit: 100 }))) {
        expect(unitPriceOf(spread.ask)).toBeGreaterThanOrEqual(ask?.unitPrice ?? Number.POSITIVE_INFINITY);
        expect(unitPriceOf(spread.bid)).toBeLessThanOrEqual(bid?.unitPrice ?? Number.NEGATIVE_INFINITY);
        expect(spread.sold).toBeLessThanOrEqual(market.remainingOf(spread.bid).remaining);
        expect(spread.bought).toBeLessThanOrEqual(market.remainingOf(spread.ask).remaining);
      }
      const able = shops.flatMap((shop) => askPrice(shop, filter) ?? []).sort((a, b) => a - b);
      expect([able[0], able.length]).toEqual([ask?.unitPrice, ask?.shops ?? 0]);
      for (const shop of shops.filter(({ item }) => item.contents.length === 0)) {
        const listed = { kind: 'listed', at: 1, shop } as const;
        const watch = { trigger: 'at-or-below', price: ask?.unitPrice ?? 0, filter } as const;
        const isBest = ask !== null && askPrice(shop, filter) === ask.unitPrice;
        expect(watchMatches(watch, listed, EMPTY_MATCH_CONTEXT)).toBe(isBest);
      }
    }),
  );
});

/**
 * @returns the unit price of a shop that sells the item itself and has a bundle in stock, or null for any other shop
 */
function askPrice(shop: Shop, filter: Filter): number | null {
  const isAble = shop.side === 'ask' && shop.item.contents.length === 0 && inStock(shop, shop.remaining);
  return isAble ? (matchShop(filter, shop, shop.remaining)?.unitPrice ?? null) : null;
}
