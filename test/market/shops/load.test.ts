import { describe, expect, test } from 'vitest';
import { changedShop } from '../../../src/market/change.ts';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import { loadMarket } from '../../../src/market/shops/load.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { atOnce, HERE, item, loaded, shop, trade } from '../samples.ts';

/** Creates a shop at its own place. */
const shopAtOwnPlace = (id: number, more: Partial<Shop> = {}) => shop(id, { location: { ...HERE, x: id }, ...more });

/** Returns the changes of the second snapshot as kind and shop id. */
function changesFrom(before: readonly Shop[], after: readonly Shop[]) {
  const { changes } = loaded(after, loaded(before).market, 2_000);
  return changes.map(
    (change) => `${change.kind} ${(change.kind === 'removed' ? change.before : Object(change).shop).id}`,
  );
}

describe('the difference of two snapshots', () => {
  test('is empty for the first snapshot', () => {
    expect(loaded([shop(1), shop(2)]).changes).toEqual([]);
  });

  test('contains added and removed shops, dated by the newer snapshot', () => {
    const { market } = loaded([shopAtOwnPlace(1)]);
    expect(loaded([shopAtOwnPlace(2)], market, 2_000).changes).toEqual([
      { kind: 'listed', at: 2_000, shop: shopAtOwnPlace(2) },
      { kind: 'removed', at: 2_000, before: shopAtOwnPlace(1) },
    ]);
  });

  test('lists added, then changed, then removed shops, each by id', () => {
    const before = [700, 130, 65, 64, 3].map((id) => shopAtOwnPlace(id));
    const after = [900, 128, 5, 130, 64].map((id) => shopAtOwnPlace(id, { price: 1 }));
    expect(changesFrom(before, after)).toEqual([
      ...[5, 128, 900].map((id) => `listed ${id}`),
      ...[64, 130].map((id) => `price-changed ${id}`),
      ...[3, 65, 700].map((id) => `removed ${id}`),
    ]);
  });

  test.each<[string, Partial<Shop>, Partial<Shop>, string[]]>([
    ['stock that rose', { remaining: 3 }, { remaining: 9 }, ['restocked 1']],
    ['stock that rose from nothing', { remaining: 0 }, { remaining: 1 }, ['restocked 1']],
    ['stock that fell', { remaining: 9 }, { remaining: 3 }, []],
    ['no stock left', { remaining: 9 }, { remaining: 0 }, ['sold-out 1']],
    [
      'less than a bundle left',
      { remaining: 9, item: item('DIRT', { quantity: 4 }) },
      { remaining: 3 },
      ['sold-out 1'],
    ],
    ['more, but no bundle yet', { remaining: 0, item: item('DIRT', { quantity: 4 }) }, { remaining: 3 }, []],
    ['none before, none now', { remaining: 0 }, { remaining: 0 }, []],
    ['another price', { price: 4 }, { price: 3 }, ['price-changed 1']],
    ['a price of 0', { price: 4 }, { price: 0 }, ['price-changed 1']],
    ['another bundle', {}, { item: item('SLIME_BLOCK', { quantity: 2 }) }, ['price-changed 1']],
    ['another item', {}, { item: item('DIRT'), remaining: 0 }, ['price-changed 1']],
    ['another side', { remaining: 9 }, { side: 'bid', remaining: 0 }, ['price-changed 1']],
    ['another price and no stock: one change', { price: 4 }, { price: 3, remaining: 0 }, ['price-changed 1']],
    ['another owner or name of the item', {}, { owner: { name: 'Bob', uuid: 'b' } }, []],
    ['a bid that has room again', { side: 'bid', remaining: 0 }, { side: 'bid', remaining: 9 }, ['restocked 1']],
    ['a bid that fell to nothing', { side: 'bid', remaining: 9 }, { side: 'bid', remaining: 0 }, []],
    [
      'a kind that nobody knows, by its stock',
      { side: null, remaining: 9 },
      { side: null, remaining: 0 },
      ['sold-out 1'],
    ],
  ])('is correct for %s', (_, before, after, expected) => {
    expect(changesFrom([shop(1, before)], [shop(1, { ...before, ...after })])).toEqual(expected);
  });

  test('compares snapshots and ignores the estimated stock between them', () => {
    const { market } = loaded([shop(1)]);
    market.apply(trade({ moved: 60 }));
    expect(loaded([shop(1)], market).changes, 'the trades are not seen as stock').toEqual([]);
    expect(loaded([shop(1, { remaining: 10 })], market).changes, '4 estimated, 10 told: no restock').toEqual([]);
  });

  test('resets the estimated stock to that of the new snapshot', () => {
    const { market } = loaded([shop(1)]);
    market.apply(trade({ moved: 60 }));
    expect(market.remainingOf(shop(1))).toEqual({ remaining: 4, estimated: true });
    const next = loaded([shop(1, { remaining: 10 })], market).market;
    expect(next.remainingOf(shop(1, { remaining: 10 }))).toEqual({ remaining: 10, estimated: false });
  });
});

test('loading a snapshot yields between slices, so that other work can run', () => {
  const shops = Array.from({ length: 5_000 }, (_, id) => shop(id, { price: 5_000 - id }));
  let pauses = 0;
  for (const _ of loadMarket(loaded(shops).market, { takenAt: 2_000, shops })) pauses++;
  expect(pauses).toBeGreaterThan(5_000 / 128);
});

describe('a shop created without a full bundle', () => {
  const empty = (more: Partial<Shop> = {}) => shop(1, { remaining: 0, ...more });
  /** Returns the changes of each snapshot after the first, as kind and shop id. */
  function story(...snapshots: readonly (readonly Shop[])[]): string[][] {
    let market = loaded([shop(9)]).market;
    return snapshots.map((shops) => {
      const next = loaded([shop(9), ...shops], market, 2_000);
      market = next.market;
      return next.changes.map((change) => `${change.kind} ${changedShop(change).id}`);
    });
  }

  test('is announced as listed once, when it first has a bundle', () => {
    const expected = [[], [], ['listed 1'], ['sold-out 1'], ['restocked 1']];
    expect(story([empty()], [empty()], [shop(1)], [empty()], [shop(1)])).toEqual(expected);
    const bundle = { item: item('DIRT', { quantity: 4 }) };
    expect(story([empty(bundle)], [shop(1, { ...bundle, remaining: 3 })], [shop(1, bundle)])).toEqual([
      [],
      [],
      ['listed 1'],
    ]);
  });

  test('is announced as listed with its price at that time', () => {
    expect(story([empty({ price: 9 })], [empty({ price: 5 })], [shop(1, { price: 4 })])).toEqual([
      [],
      [],
      ['listed 1'],
    ]);
  });

  test('is announced as a buyer when it first has room', () => {
    const room = (remaining: number) => shop(1, { side: 'bid', remaining });
    expect(story([room(0)], [room(9)], [room(0)], [room(9)])).toEqual([[], ['listed 1'], [], ['restocked 1']]);
  });

  test('is announced with its new item after an announced shop changed it while empty', () => {
    const other = { item: item('DIRT') };
    expect(story([shop(1)], [empty(other)], [shop(1, other)], [empty(other)], [shop(1, other)])).toEqual([
      ['listed 1'],
      ['price-changed 1'],
      ['listed 1'],
      ['sold-out 1'],
      ['restocked 1'],
    ]);
  });

  test('is remembered while an incomplete snapshot lacks it', () => {
    const { market } = loaded([shop(9), empty()], loaded([shop(9)]).market, 2_000);
    const doubted = atOnce(loadMarket(market, { takenAt: 3_000, shops: [shop(9)], quarantined: 1 })).market;
    expect(loaded([shop(9), shop(1)], doubted, 4_000).changes).toEqual([{ kind: 'listed', at: 4_000, shop: shop(1) }]);
  });
});

describe('a variant that the service omits', () => {
  const sharp = identify('DIAMOND_SWORD', '{Enchantments:[{id:"sharpness",lvl:5s}]}');
  const complete = shop(1, { item: item(sharp) });
  const silent = shop(1, { item: item(unknownVariant('DIAMOND_SWORD')), remaining: 0 });
  const variantAfter = (...snapshots: readonly Shop[]) => {
    let market = null;
    for (const each of snapshots) ({ market } = loaded([each], market));
    return market?.shop(1)?.item.identity;
  };

  test('is the last one seen for the shop, however many snapshots omit it', () => {
    expect(variantAfter(complete, silent)).toEqual(sharp);
    expect(variantAfter(complete, silent, silent, silent)).toEqual(sharp);
    expect(changesFrom([complete], [silent]), 'only the stock has changed').toEqual(['sold-out 1']);
  });

  test('is unknown until it is first seen, and then causes no change', () => {
    expect(variantAfter(silent, silent)?.variant).toBeNull();
    expect(changesFrom([silent], [{ ...complete, remaining: 0 }])).toEqual([]);
    expect(changesFrom([silent], [complete])).toEqual(['restocked 1']);
  });

  test('is dropped when the shop sells another type', () => {
    const other = shop(1, { item: item(unknownVariant('BOW')), remaining: 0 });
    expect(variantAfter(complete, other)?.variant).toBeNull();
    expect(variantAfter(complete, other, silent)?.variant).toBeNull();
  });

  test('is replaced by a plain item in stock', () => {
    expect(variantAfter(complete, shop(1, { item: item('DIAMOND_SWORD') }))).toEqual(identify('DIAMOND_SWORD'));
  });

  test('is remembered per slot of a container', () => {
    const boxOf = (of: typeof sharp, remaining: number) =>
      shop(1, { item: item('SHULKER_BOX', { contents: [item('DIRT'), item(of)] }), remaining });
    const { market } = loaded([boxOf(sharp, 1)]);
    const next = loaded([boxOf(unknownVariant('DIAMOND_SWORD'), 0)], market);
    expect(next.market.shop(1)?.item.contents.map(({ identity: { key } }) => key)).toEqual([
      identify('DIRT').key,
      sharp.key,
    ]);
  });
});

test('empty shops do not count towards a flood, and are announced with their first stock', () => {
  const sides = (from: number, count: number, more: Partial<Shop> = {}) =>
    Array.from({ length: count }, (_, at) => shopAtOwnPlace(from + at, more));
  const known = sides(1, 50);
  const stocked = sides(1_000, 150);
  const flood = loaded([...known, ...stocked, ...sides(2_000, 40, { remaining: 0 })], loaded(known).market, 2_000);
  expect([flood.isFlood, flood.changes.length]).toEqual([true, stocked.length]);
  const later = loaded([...known, ...stocked, ...sides(2_000, 40)], flood.market, 3_000);
  expect(later.isFlood).toBe(false);
  expect(later.changes.map(({ kind }) => kind)).toEqual(Array.from({ length: 40 }, () => 'listed'));
  const allAtOnce = loaded([...known, ...sides(3_000, 150, { remaining: 0 })], loaded(known).market, 2_000);
  expect([allAtOnce.isFlood, allAtOnce.changes]).toEqual([false, []]);
  expect(loaded([...known, ...sides(3_000, 150)], allAtOnce.market, 3_000).isFlood, 'stocked at once').toBe(true);
});

test('the lists of shops by owner and by item are complete for any number of shops', () => {
  const bob = { name: 'Bob', uuid: 'b' };
  const shops = Array.from({ length: 700 }, (_, id) =>
    id % 100 === 99 ? shopAtOwnPlace(id, { owner: bob, item: item('DIRT') }) : shopAtOwnPlace(id),
  );
  const { market } = loaded(shops);
  const counts = ['Ada', 'Bob'].map((player) => market.ownedBy(player).length);
  expect([...counts, market.ofType('SLIME_BLOCK')[0]?.asks.length]).toEqual([693, 7, 693]);
});

test('former keys of items in unchanged shops stay known', () => {
  const identity = { ...identify('DIRT'), formerKey: 'an older key' };
  const shops = [shop(1, { item: item(identity) })];
  const { market } = loaded(shops, loaded(shops).market, 2_000);
  expect(market.formerKeys.of('an older key')).toEqual([identity]);
});
