import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestAsk, bestBid } from '../../src/market/prices/quotes.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import { soldNow } from '../../src/market/search/sold.ts';
import { isAtPrice } from '../../src/routing/match.ts';
import { identity, snapshot, tradesOf } from './arbitraries.ts';
import { atOnce, loaded } from './samples.ts';

/** Answers of different commands about one item of one market: they name the same price and count the same shops. */

test('the best ask and the number of sellers are the same in /shop, /price, suggestions and watches', () => {
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
      const sold = soldNow(market, { type, key });
      expect(sold?.cheapest?.id, 'before any trade').toBe(listed()[0]?.shop.id);
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

test('a buyer without room is the best bid of no command: last in /shop, absent in /price and in watches', () => {
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
