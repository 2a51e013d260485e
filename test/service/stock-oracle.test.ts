import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OfferQuery } from '../../src/market/search/offer.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import { UNLIMITED } from '../../src/market/shops/shop.ts';
import { STOCK_UNITS, type StockUnit } from '../../src/market/shops/stock.ts';
import { readFrame } from '../../src/service/wire/frame.ts';
import { readShop } from '../../src/service/wire/shop.ts';
import { atOnce, loaded } from '../market/samples.ts';
import { expectCoverage, propertyRuns } from '../property-runs.ts';

/** The fields of a shop's record that matter for stock and price. */
interface WireShop {
  readonly id: number;
  readonly owner: { readonly name?: string | null; readonly uuid: string };
  readonly location: { readonly x: number; readonly y: number; readonly z: number; readonly world: string };
  readonly type: string;
  readonly price: number;
  readonly remaining: number;
  readonly item: { readonly type: string; readonly quantity: number; readonly name: string; readonly snbt: string };
}

/** A trade of the stream. Without `itemPrice` the frame has no sign. */
interface WireTrade {
  readonly type: 'buyFromShop' | 'sellToShop';
  readonly item: WireShop['item'];
  readonly itemPrice?: number;
  readonly currencyAmount: number;
  readonly totalAmount: number;
  readonly location: WireShop['location'];
}

// Few places, prices and bundles, so that two or three shops often share one.
const location = fc.constantFrom(0, 1, 2, 3).map((x) => ({ x, y: 64, z: 0, world: 'world' }));
const price = fc.constantFrom(0, 0.5, 1, 2.25);
const item = fc
  .record({ type: fc.constantFrom('DIRT', 'DIRT', 'STONE'), quantity: fc.constantFrom(1, 8, 64) })
  .map(({ type, quantity }) => ({ type, quantity, name: type, snbt: '{}' }));
const owner = fc
  .tuple(fc.constantFrom('Ada', null, undefined), fc.constantFrom('a', 'b'))
  .map(([name, end]) => ({ ...(name !== undefined && { name }), uuid: `0a1b2c3d-0000-4000-8000-00000000000${end}` }));

const shops: fc.Arbitrary<WireShop[]> = fc
  .array(
    fc.record({
      owner,
      location,
      type: fc.constantFrom('SELLING', 'SELLING', 'SELLING', 'BUYING', 'FROZEN'),
      price,
      remaining: fc.oneof({ weight: 8, arbitrary: fc.nat(12) }, fc.constantFrom(-1, 200)),
      item,
    }),
    { maxLength: 9 },
  )
  .map((records) => records.map((record, id) => ({ id, ...record })));

/** Generates trades, most of which match the sign of a shop at its place. */
function tradesAt(records: readonly WireShop[]): fc.Arbitrary<WireTrade[]> {
  const anywhere = fc.record({ item, itemPrice: price, location });
  const atShop = records.map((shop) => ({ item: shop.item, itemPrice: shop.price, location: shop.location }));
  const sign =
    atShop.length === 0 ? anywhere : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...atShop) }, anywhere);
  const type = fc.constantFrom<WireTrade['type'][]>('buyFromShop', 'buyFromShop', 'sellToShop');
  const trade = fc
    .record({ type, sign, bundles: fc.integer({ min: 1, max: 5 }), hasSign: fc.constantFrom(true, true, false) })
    .map(({ type, sign: { itemPrice, ...at }, bundles, hasSign }) => ({
      ...at,
      type,
      ...(hasSign && { itemPrice }),
      currencyAmount: itemPrice * bundles,
      totalAmount: at.item.quantity * bundles,
    }));
  return fc.array(trade, { maxLength: 8 });
}

const query: fc.Arbitrary<OfferQuery> = fc
  .record({
    side: fc.constantFrom<OfferQuery['side'][]>('buy', 'buy', 'sell'),
    sort: fc.constantFrom<OfferQuery['sort'][]>('price', 'stock'),
    outOfStock: fc.boolean(),
    type: fc.constantFrom('DIRT', null),
    minStock: fc.constantFrom(undefined, undefined, 8, 300),
  })
  .map(({ type, minStock, ...rest }) => ({
    ...rest,
    filter: { containers: true, ...(type && { item: { type } }), ...(minStock !== undefined && { minStock }) },
  }));

/**
 * Returns the shop that a trade happened at: the only one at the place, or else the only one of its type, side and
 * sign.
 */
function placeOfTrade(records: readonly WireShop[], { type, item: goods, itemPrice, location: at }: WireTrade) {
  const there = records.filter((shop) => shop.location.x === at.x);
  if (there.length === 1) return there[0];
  const agreeing = there.filter(
    (shop) =>
      shop.item.type === goods.type &&
      shop.type === (type === 'buyFromShop' ? 'SELLING' : 'BUYING') &&
      (itemPrice === undefined || (shop.price === itemPrice && shop.item.quantity === goods.quantity)),
  );
  return agreeing.length === 1 ? agreeing[0] : undefined;
}

/** Returns the items left in each shop after the trades, Infinity for unlimited stock. */
function stocksByHand(records: readonly WireShop[], trades: readonly WireTrade[], unit: StockUnit) {
  const items = new Map(
    records.map(({ id, remaining, item: { quantity } }) => {
      if (remaining === -1) return [id, Number.POSITIVE_INFINITY];
      return [id, unit === 'bundles' ? remaining * quantity : remaining];
    }),
  );
  for (const trade of trades) {
    const shop = placeOfTrade(records, trade);
    if (trade.type !== 'buyFromShop' || shop?.item.type !== trade.item.type) continue;
    items.set(shop.id, Math.max(0, (items.get(shop.id) ?? 0) - trade.totalAmount));
  }
  return items;
}

function offersByHand(records: readonly WireShop[], stocks: ReadonlyMap<number, number>, query: OfferQuery) {
  const { side, sort, outOfStock, filter } = query;
  return records
    .map((shop) => ({ shop, items: stocks.get(shop.id) ?? 0, each: shop.price / shop.item.quantity }))
    .map((offer) => ({ ...offer, isAble: offer.items >= offer.shop.item.quantity }))
    .filter(({ shop }) => shop.type === (side === 'buy' ? 'SELLING' : 'BUYING'))
    .filter(({ shop }) => filter.item === undefined || shop.item.type === filter.item.type)
    .filter(({ isAble }) => isAble || outOfStock || side === 'sell')
    .filter(({ items }) => items >= (filter.minStock ?? 0))
    .sort((a, b) => {
      if (a.isAble !== b.isAble) return a.isAble ? -1 : 1;
      if (sort === 'stock' && a.items !== b.items) return a.items > b.items ? -1 : 1;
      return (side === 'buy' ? a.each - b.each : b.each - a.each) || a.shop.id - b.shop.id;
    })
    .map(({ shop: { id, owner: of }, items, each, isAble }) => [id, items, isAble, each, of.name ?? null]);
}

function marketOf(records: readonly WireShop[], trades: readonly WireTrade[], unit: StockUnit) {
  const read = records.map((record) => readShop(record, unit));
  const { market } = loaded(read.flatMap((each) => (each.ok ? [each.value] : [])));
  expect(market.shops).toHaveLength(records.length);
  for (const [at, data] of trades.entries()) {
    const frame = readFrame(JSON.stringify({ event: 'shopTransaction', timestamp: at + 1, data }));
    if (frame.kind !== 'event') throw new Error(`a trade that cannot be read: ${JSON.stringify(data)}`);
    market.apply(frame.event);
  }
  return market;
}

test('/shop lists the stock that the records and trades add up to, in bundles and in items', () => {
  let [unlimited, lowered, ambiguous] = [0, 0, 0];
  const wire = shops.chain((records) => fc.record({ records: fc.constant(records), trades: tradesAt(records) }));
  const queries = fc.array(query, { minLength: 4, maxLength: 8 });
  fc.assert(
    fc.property(wire, fc.constantFrom(...STOCK_UNITS), queries, ({ records, trades }, unit, asked) => {
      const market = marketOf(records, trades, unit);
      const stocks = stocksByHand(records, trades, unit);
      for (const each of asked) {
        const { offers } = atOnce(findOffers(market, each));
        const found = offers.map(({ shop, remaining, inStock, match }) => {
          const items = remaining === UNLIMITED ? Number.POSITIVE_INFINITY : remaining;
          return [shop.id, items, inStock, match.unitPrice, shop.owner.name];
        });
        expect(found).toEqual(offersByHand(records, stocks, each));
        unlimited += Number(found.some(([, items]) => items === Number.POSITIVE_INFINITY));
      }
      const before = stocksByHand(records, [], unit);
      lowered += Number(records.some(({ id }) => before.get(id) !== stocks.get(id)));
      const isAmbiguous = (trade: WireTrade) => {
        const there = records.filter(({ location: at }) => at.x === trade.location.x);
        return there.length > 1 && placeOfTrade(records, trade) === undefined;
      };
      ambiguous += Number(trades.some(isAmbiguous));
    }),
    { numRuns: propertyRuns() },
  );
  expectCoverage(() => {
    const least = propertyRuns(1 / 5);
    expect([unlimited, lowered, ambiguous].map((times) => times > least)).toEqual([true, true, true]);
  });
});
