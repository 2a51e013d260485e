import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identify } from '../../src/market/item/identity.ts';
import { snapshot, tradesOf } from './arbitraries.ts';
import { auction, HERE, item, loaded, marketOf, shop, trade } from './samples.ts';
import { ownerByHand, shopByHand, stockByHand } from './search/offers-oracle.ts';

const sharp = item(identify('ENCHANTED_BOOK', '{StoredEnchantments:[{id:"sharpness",lvl:5s}]}'));
const mending = item(identify('ENCHANTED_BOOK', '{StoredEnchantments:[{id:"mending",lvl:1s}]}'));

describe('a purchase', () => {
  test('lowers the stock of the shop at its place by the items moved, as an estimate', () => {
    const market = marketOf(shop(1));
    const change = market.apply(trade({ moved: 10 }));
    expect(change).toMatchObject({ kind: 'traded', at: 5_000, shop: { id: 1 } });
    expect(market.remainingOf(shop(1))).toEqual({ remaining: 54, estimated: true });
    expect(market.shop(1)?.remaining, 'the shop itself stays as it was told').toBe(64);
  });

  test('never lowers the stock below zero', () => {
    const market = marketOf(shop(1));
    for (const moved of [60, 60, 60]) market.apply(trade({ moved }));
    expect(market.remainingOf(shop(1)).remaining).toBe(0);
  });

  test('at a place without a shop, or of an item that the shop does not sell, changes no stock', () => {
    const market = marketOf(shop(1));
    expect(market.apply(trade({ location: { x: 0, y: 0, z: 0, world: 'world' } }))).toMatchObject({ shop: null });
    market.apply(trade({ location: { ...shop(1).location, world: 'nether' } }));
    market.apply(trade({ item: item('DIRT') }));
    expect(market.remainingOf(shop(1))).toEqual({ remaining: 64, estimated: false });
  });
});

describe('a trade at a place with several shops', () => {
  const bid = shop(2, { side: 'bid' });

  test.each([
    ['the item type', [shop(1), shop(2, { item: item('DIRT') })], trade()],
    ['the side', [shop(1), bid], trade()],
    ['the price on the sign', [shop(1), shop(2, { price: 5 })], trade({ sign: { amount: 1, price: 4 } })],
    [
      'the amount on the sign',
      [shop(1), shop(2, { item: item('SLIME_BLOCK', { quantity: 8 }) })],
      trade({ sign: { amount: 1, price: 4 } }),
    ],
    ['the variant', [shop(1, { item: sharp }), shop(2, { item: mending })], trade({ item: sharp })],
  ])('is assigned to one of them by %s', (_, shops, bought) => {
    const market = marketOf(...shops);
    expect(market.apply(bought)).toMatchObject({ shop: { id: 1 } });
    expect(shops.map((each) => market.remainingOf(each).remaining)).toEqual([61, 64]);
  });

  test('is assigned to the only shop of its type, even if the snapshot lacks the variant of the event', () => {
    const market = marketOf(shop(1, { item: item('ENCHANTED_BOOK') }), shop(2));
    expect(market.apply(trade({ item: sharp }))).toMatchObject({ shop: { id: 1 } });
  });

  test('changes no stock if several shops match', () => {
    const market = marketOf(shop(1), shop(2));
    expect(market.apply(trade({ sign: { amount: 1, price: 4 } }))).toMatchObject({ shop: null });
    expect([shop(1), shop(2)].map((each) => market.remainingOf(each).remaining)).toEqual([64, 64]);
  });

  const BOB = { name: 'Bob', uuid: '0a1b2c3d-0000-4000-8000-00000000000b' };
  const ofBob = { owner: BOB };

  test.each([
    ['both shops match', [shop(1), shop(2)], true],
    ['a third one of another owner has other goods', [shop(1), shop(2), shop(3, { ...ofBob, item: sharp })], true],
    ['neither has the item of the trade', [shop(1, { item: sharp }), shop(2, { item: mending })], true],
    ['one matches of each owner', [shop(1), shop(2), shop(3, ofBob)], false],
    [
      'neither matches, and they have two owners',
      [shop(1, { item: sharp }), shop(2, { ...ofBob, item: sharp })],
      false,
    ],
  ])('has the owner of all shops that may have made it, where %s', (_, shops, isKnown) => {
    const change = marketOf(...shops).apply(trade({ location: HERE }));
    expect(change).toMatchObject({ shop: null });
    expect(Object(change).owner).toEqual(isKnown ? shop(1).owner : undefined);
  });
});

test('a sale is assigned to its shop and leaves the stock unchanged', () => {
  const market = marketOf(shop(1, { side: 'bid' }));
  expect(market.apply(trade({ kind: 'sale' }))).toMatchObject({ kind: 'traded', shop: { id: 1 } });
  expect(market.remainingOf(shop(1))).toEqual({ remaining: 64, estimated: false });
});

test('an auction changes no stock, and its item can be searched from then on', () => {
  const market = marketOf(shop(1));
  const sold = auction(sharp);
  expect(market.apply(sold)).toEqual({ kind: 'auctioned', at: 5_000, auction: sold });
  expect(market.catalogue.identityOf(sharp.identity.key)).toEqual(sharp.identity);
});

test('the stock after any trades equals a recount over all shops', () => {
  const traded = snapshot.chain((shops) => fc.record({ shops: fc.constant(shops), trades: tradesOf(shops) }));
  fc.assert(
    fc.property(traded, ({ shops, trades }) => {
      const { market } = loaded(shops);
      const changes = trades.map((each) => Object(market.apply(each)));
      expect(changes.map(({ shop }) => shop?.id)).toEqual(trades.map((each) => shopByHand(shops, each)?.id));
      expect(changes.map(({ shop, owner }) => (shop?.owner ?? owner)?.uuid)).toEqual(
        trades.map((each) => ownerByHand(shops, each)),
      );
      for (const each of shops) expect(market.remainingOf(each).remaining).toBe(stockByHand(shops, trades, each));
    }),
  );
});
