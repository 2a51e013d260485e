import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSpreads, type SpreadQuery } from '../../../src/market/deals/spreads.ts';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import type { Identity } from '../../../src/market/item/item.ts';
import type { Worth } from '../../../src/market/prices/worth.ts';
import { matchShop } from '../../../src/market/search/match.ts';
import { type Shop, UNLIMITED } from '../../../src/market/shops/shop.ts';
import { identity, OWNERS, snapshot, tradesOf } from '../arbitraries.ts';
import { ADA, atOnce, HERE, item, loaded, marketOf, shop, trade } from '../samples.ts';
import { stockByHand } from '../search/offers-oracle.ts';

const [, BOB = ADA, CLEO = ADA] = OWNERS;
const THERE = { x: 31, y: 64, z: 37, world: 'world' };
const worthAt = (worth: number): Worth => ({ worth, sellers: 5, trades: 40, outliers: 0 });
const SLIME_WORTH = new Map([[identify('SLIME_BLOCK').key, worthAt(5)]]);
const query: SpreadQuery = { filter: { containers: true }, limit: 10 };
const slimes = (quantity: number) => item('SLIME_BLOCK', { quantity });
const bid = (id: number, more: Partial<Shop> = {}) =>
  shop(id, { side: 'bid', owner: BOB, location: THERE, price: 6, remaining: 99, ...more });
const find = (shops: readonly Shop[], filter: Partial<SpreadQuery['filter']> = {}) =>
  atOnce(findSpreads(marketOf(...shops), SLIME_WORTH, { ...query, filter: { ...query.filter, ...filter } }));

describe('a spread', () => {
  test('states where to buy, where to sell, the distance and the profit', () => {
    const [ask, taker] = [shop(1, { remaining: 10 }), bid(2)];
    expect(find([ask, taker], { x: 1, z: 0 })).toEqual([
      {
        identity: ask.item.identity,
        ask,
        bid: taker,
        worth: 5,
        bought: 10,
        paid: 40,
        sold: 10,
        received: 60,
        unitProfit: 2,
        profit: 20,
        estimated: false,
        distance: 50,
        distanceToAsk: 3,
      },
    ]);
  });

  test.each([
    [1, 1],
    [4, 4],
    [10, 10],
    [99, 10],
  ])('is limited by the stock of the ask and the room of the bid (room for %i)', (remaining, sold) => {
    expect(find([shop(1, { remaining: 10 }), bid(2, { remaining })])).toMatchObject([{ sold, profit: 2 * sold }]);
  });

  test('never ends at a bid without room for a bundle', () => {
    expect(find([shop(1), bid(2, { remaining: 3, item: slimes(4), price: 28 })])).toEqual([]);
  });

  test('needs undamaged, unsigned items at both ends', () => {
    const damaged = { item: item('SLIME_BLOCK', { condition: { damaged: true } }) };
    const signed = { item: item('SLIME_BLOCK', { condition: { signedBy: 'Ada' } }) };
    expect(find([shop(1, damaged), bid(2)])).toEqual([]);
    expect(find([shop(1), bid(2, signed)])).toEqual([]);
    expect(find([shop(1, { ...damaged, price: 1 }), shop(3), bid(2)])).toMatchObject([{ ask: { id: 3 } }]);
  });

  test('between unlimited shops is counted for one full inventory', () => {
    const ask = shop(1, { remaining: UNLIMITED });
    expect(find([ask, bid(2, { remaining: UNLIMITED })])).toMatchObject([{ sold: 2_304, profit: 4_608 }]);
  });

  test('without a known worth ranks last, whatever its profit', () => {
    const dirt = { item: item('DIRT') };
    expect(find([shop(1, dirt), bid(2, { ...dirt, price: 900 }), shop(3), bid(4)])).toMatchObject([
      { ask: { id: 3 }, worth: 5 },
      { ask: { id: 1 }, worth: null },
    ]);
  });

  test('ignores bids above twice the worth', () => {
    expect(find([shop(1, { price: 9 }), bid(2, { price: 10 })])).toMatchObject([{ unitProfit: 1 }]);
    expect(find([shop(1, { price: 9 }), bid(2, { price: 11 })])).toEqual([]);
    expect(find([shop(1), bid(2, { price: 11 }), bid(3)])).toMatchObject([{ bid: { id: 3 } }]);
  });

  test('is found between adjacent shops of two owners', () => {
    const beside = bid(2, { location: { ...HERE, x: HERE.x + 1 } });
    expect(find([shop(1), beside])).toMatchObject([{ distance: 1, unitProfit: 2 }]);
  });

  test('trades whole bundles only, and deducts the price of unsold items', () => {
    const threes = shop(1, { price: 12, remaining: 7, item: slimes(3) });
    const fours = bid(2, { price: 28, item: slimes(4) });
    expect(find([threes, fours])).toMatchObject([{ bought: 6, paid: 24, sold: 4, received: 28, profit: 4 }]);
    expect(find([threes, bid(2, { price: 20, item: slimes(4) })])).toEqual([]);
  });

  test('omits a bundle that would cost more than it earns', () => {
    const tens = shop(1, { price: 50, remaining: 40, item: slimes(10) });
    const sevens = bid(2, { price: 45, item: slimes(7) });
    expect(find([tens, sevens])).toMatchObject([{ bought: 30, sold: 28, profit: 30 }]);
  });

  test('follows the trades since the snapshot', () => {
    const market = marketOf(shop(1, { remaining: 10 }), bid(2));
    market.apply(trade({ moved: 7 }));
    expect(atOnce(findSpreads(market, SLIME_WORTH, query))).toMatchObject([{ sold: 3, profit: 6, estimated: true }]);
    market.apply(trade({ moved: 3 }));
    expect(atOnce(findSpreads(market, SLIME_WORTH, query))).toEqual([]);
  });

  test('excludes equal owners, equal prices, unknown variants and filled boxes', () => {
    const { owner } = shop(1);
    const box = item('SHULKER_BOX', { contents: [slimes(64)] });
    const unknown = item(unknownVariant('SLIME_BLOCK'));
    expect(find([shop(1), bid(2, { owner })])).toEqual([]);
    expect(find([shop(1), bid(2, { price: 4 })])).toEqual([]);
    expect(find([shop(1, { item: unknown }), bid(2, { item: unknown })])).toEqual([]);
    expect(find([shop(1, { item: box }), bid(2, { item: box })])).toEqual([]);
  });

  test('for a given owner is found behind any number of cheaper shops of others', () => {
    const cheaper = Array.from({ length: 60 }, (_, at) => shop(10 + at, { price: 3, owner: BOB }));
    const shops = [shop(1), ...cheaper, bid(2, { owner: CLEO })];
    expect(find(shops, { owner: 'Ada' })).toMatchObject([{ ask: { id: 1 }, bid: { id: 2 } }]);
    expect(find(shops, { owner: 'Cleo' })).toMatchObject([{ ask: { id: 10 }, bid: { id: 2 } }]);
  });

  test('has no distance between unconnected worlds, and counts a Nether block as eight Overworld blocks', () => {
    expect(find([shop(1), bid(2, { location: { ...THERE, world: 'world_the_end' } })])).toMatchObject([
      { distance: null },
    ]);
    const nether = bid(2, { location: { x: 11, y: 64, z: -3, world: 'world_nether' } });
    expect(find([shop(1, { location: { x: 8, y: 64, z: -24, world: 'world' } }), nether])).toMatchObject([
      { distance: 80 },
    ]);
  });

  test('applies item, place and not-owner to both ends, owner to either, and price and stock to the ask', () => {
    const shops = [shop(1), bid(2)];
    const holds = (filter: Partial<SpreadQuery['filter']>) => find(shops, filter).length === 1;
    expect([holds({ owner: 'bob' }), holds({ owner: 'Ada' }), holds({ owner: 'Cleo' })]).toEqual([true, true, false]);
    expect([holds({ notOwner: 'bob' }), holds({ notOwner: 'Ada' }), holds({ notOwner: 'Cleo' })]).toEqual([
      false,
      false,
      true,
    ]);
    expect([holds({ maxPrice: 4 }), holds({ minPrice: 5 }), holds({ minStock: 64 })]).toEqual([true, false, true]);
    expect([holds({ x: 1, z: -3, within: 1 }), holds({ x: 1, z: -3, within: 50 })]).toEqual([false, true]);
    expect([holds({ item: { type: 'DIRT' } }), holds({ item: { type: 'SLIME_BLOCK' } })]).toEqual([false, true]);
  });
});

test('a player’s own shops are no end of a spread, and the next best pair counts', () => {
  const market = marketOf(shop(1, { price: 2 }), shop(2, { price: 3, owner: CLEO }), bid(3));
  const asks = (except?: string) =>
    atOnce(findSpreads(market, new Map(), { filter: { containers: true }, limit: 9, except })).map(({ ask }) => ask.id);
  expect([asks(), asks('ada'), asks('Bob'), asks(CLEO.uuid)]).toEqual([[1], [2], [], [1]]);
});

test('the spread of each item is the best over all pairs of shops and all amounts', () => {
  const asked = snapshot.chain((shops) => fc.record({ shops: fc.constant(shops), trades: tradesOf(shops) }));
  const named = fc.array(fc.tuple(identity, fc.constantFrom(0, 1, 2, 6)), { minLength: 4, maxLength: 12, size: 'max' });
  const filters = fc.constantFrom<SpreadQuery['filter'][]>(
    { containers: true },
    { containers: true, world: 'world', minStock: 2 },
  );
  fc.assert(
    fc.property(asked, named, filters, ({ shops, trades }, worthOf, filter) => {
      const worths = new Map(worthOf.map(([{ key }, worth]) => [key, worthAt(worth)]));
      const { market } = loaded(shops);
      for (const each of trades) market.apply(each);
      const best = new Map<string, number>();
      for (const ask of shops) {
        const stock = stockByHand(shops, trades, ask);
        for (const taker of shops) {
          const { key } = ask.item.identity;
          const most = 2 * (worths.get(key)?.worth ?? Number.POSITIVE_INFINITY);
          const isEarnest = taker.price / taker.item.quantity <= most;
          const profit = isEarnest ? profitByHand(shops, ask, stock, taker, filter) : 0;
          if (profit > (best.get(key) ?? 0)) best.set(key, profit);
        }
      }
      const found = atOnce(findSpreads(market, worths, { filter, limit: 99 }));
      expect(new Map(found.map(({ ask, profit }) => [ask.item.identity.key, profit]))).toEqual(best);
      const inOrder = [...best].sort(
        ([a, more], [b, less]) => Number(worths.has(b)) - Number(worths.has(a)) || less - more,
      );
      expect(found.map(({ profit }) => profit)).toEqual(inOrder.map(([, profit]) => profit));
    }),
  );
});

/**
 * Returns whether the bid accepts the item. A bid of unknown variant accepts the plain item if no shop has another
 * variant.
 */
function isTakenByHand(shops: readonly Shop[], of: Identity, { item: { identity: wanted } }: Shop): boolean {
  const plain = identify(of.type).key;
  const isMade = shops.some(({ item: { identity: other } }) => {
    return other.type === of.type && other.variant !== null && other.key !== plain;
  });
  return wanted.key === of.key || (wanted.type === of.type && wanted.variant === null && of.key === plain && !isMade);
}

/** Returns the highest profit over every possible number of bundles bought. */
function profitByHand(
  shops: readonly Shop[],
  ask: Shop,
  stock: number,
  taker: Shop,
  filter: SpreadQuery['filter'],
): number {
  const { identity, quantity } = ask.item;
  if (ask.side !== 'ask' || taker.side !== 'bid' || !isTakenByHand(shops, identity, taker)) return 0;
  if (identity.variant === null || ask.owner.uuid === taker.owner.uuid) return 0;
  if (ask.item.contents.length > 0 || taker.item.contents.length > 0) return 0;
  if (ask.item.condition !== undefined || taker.item.condition !== undefined) return 0;
  if (!matchShop(filter, ask, stock) || !matchShop({ ...filter, minStock: 0 }, taker, taker.remaining)) return 0;
  let most = 0;
  const [offered, taken] = [oneLoad(stock, quantity), oneLoad(taker.remaining, taker.item.quantity)];
  for (let buys = 1; buys * quantity <= offered; buys++) {
    const sells = Math.floor(Math.min(buys * quantity, taken) / taker.item.quantity);
    if (taker.price / taker.item.quantity <= ask.price / quantity) break;
    most = Math.max(most, sells * taker.price - buys * ask.price);
  }
  return most;
}

/** Limits unlimited stock to one player inventory. */
function oneLoad(items: number, bundle: number): number {
  return items === UNLIMITED ? Math.max(36 * 64, bundle) : items;
}
