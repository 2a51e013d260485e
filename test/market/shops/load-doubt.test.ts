import { describe, expect, test } from 'vitest';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import type { Market } from '../../../src/market/market.ts';
import type { LoadedMarket } from '../../../src/market/shops/load.ts';
import { loadMarket } from '../../../src/market/shops/load.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { HERE, item, marketOf, shop as shopHere } from '../samples.ts';

/** Creates a shop at its own place. */
const shop = (id: number, more: Partial<Shop> = {}) => shopHere(id, { location: { ...HERE, x: id }, ...more });

/** Loads a snapshot without yielding. `quarantined` counts broken records in addition to the shops. */
function loaded(shops: readonly Shop[], previous: Market | null, takenAt: number, quarantined = 0): LoadedMarket {
  const loading = loadMarket(previous, { takenAt, shops, quarantined });
  for (;;) {
    const step = loading.next();
    if (step.done) return step.value;
  }
}

describe('an incomplete snapshot', () => {
  const shops = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => shop(from + at));
  /** Returns each snapshot's changes as kind and shop id. A snapshot is its shops and the number of broken records. */
  const story = (...snapshots: readonly (readonly [readonly Shop[], number?])[]) => {
    let market: Market | null = null;
    return snapshots.map(([of, quarantined]) => {
      const next: LoadedMarket = loaded(of, market, 2_000, quarantined);
      market = next.market;
      return next.changes.map(
        (change) => `${change.kind} ${'before' in change ? change.before.id : Object(change).shop.id}`,
      );
    });
  };
  const one = shop(1);
  const two = shop(2);

  test('with broken records removes a shop only if the next snapshot lacks it too', () => {
    expect(story([[one, two]], [[one], 1], [[one]])).toEqual([[], [], ['removed 2']]);
    expect(story([[one, two]], [[one], 1], [[one], 1], [[one], 1])).toEqual([[], [], ['removed 2'], []]);
    expect(story([[one, two]], [[one]]), 'a whole snapshot removes it at once').toEqual([[], ['removed 2']]);
  });

  test('reports the changes of the shops that it contains', () => {
    expect(story([[one, two]], [[shop(1, { price: 1 }), shop(3)], 1])).toEqual([[], ['listed 3', 'price-changed 1']]);
  });

  test('reports no listing when a missing shop returns, only its changes', () => {
    expect(story([[one, two]], [[one], 1], [[one, two]])).toEqual([[], [], []]);
    expect(story([[one, two]], [[one], 1], [[one, shop(2, { price: 1 })]])).toEqual([[], [], ['price-changed 2']]);
    expect(story([[one, two]], [[one], 1], [[one]], [[one, two]]), 'gone for sure, so new').toEqual([
      [],
      [],
      ['removed 2'],
      ['listed 2'],
    ]);
  });

  test('is one that lacks over twenty shops and over a tenth, while fewer count as removed', () => {
    const [, few] = story([shops(1, 100)], [shops(21, 100)]);
    expect(few).toHaveLength(20);
    const [, many, after] = story([shops(1, 100)], [shops(22, 100)], [shops(22, 100)]);
    expect([many, after?.length]).toEqual([[], 21]);
    const [, tenth] = story([shops(1, 1_000)], [shops(101, 1_000)]);
    expect(tenth).toHaveLength(100);
    const [, more, back] = story([shops(1, 1_000)], [shops(102, 1_000)], [shops(1, 1_000)]);
    expect([more, back]).toEqual([[], []]);
  });

  test('keeps its missing shops known, but not for sale', () => {
    const { market } = loaded([one], marketOf(one, two), 2_000, 1);
    expect([market.shop(2), market.missing.get(2), market.ofKey(two.item.identity.key)?.asks]).toEqual([
      undefined,
      two,
      [one],
    ]);
    expect(loaded([one], market, 3_000).market.missing.size).toBe(0);
  });

  test('keeps a remembered variant that the service omits', () => {
    const sharp = item(identify('DIAMOND_SWORD', '{Enchantments:[{id:"sharpness",lvl:5s}]}'));
    const complete = shop(2, { item: sharp });
    const silent = shop(2, { item: item(unknownVariant('DIAMOND_SWORD')) });
    const doubted = loaded([one], marketOf(one, complete), 2_000, 1).market;
    expect(loaded([one, silent], doubted, 3_000).market.shop(2)?.item.identity).toEqual(sharp.identity);
  });
});

describe('a flood of new shops', () => {
  const many = (count: number) => Array.from({ length: count }, (_, id) => shop(id));
  const isFlood = (known: number, all: number) => loaded(many(all), marketOf(...many(known)), 2_000).isFlood;

  test('has more than a hundred shops, and more than a tenth of the known ones', () => {
    expect([isFlood(0, 100), isFlood(0, 101)]).toEqual([false, true]);
    expect([isFlood(1_000, 1_100), isFlood(1_000, 1_101)]).toEqual([false, true]);
    expect([isFlood(2_000, 2_200), isFlood(2_000, 2_201)]).toEqual([false, true]);
  });

  test('is never the first snapshot, which has nothing to compare with', () => {
    expect(loaded(many(500), null, 2_000)).toMatchObject({ isFlood: false, changes: [] });
  });

  test('keeps every change, because feeds and watches select among them', () => {
    const before = [shop(0, { price: 9 }), ...many(250).slice(1)];
    const { changes } = loaded(many(501), marketOf(...before), 2_000);
    expect(changes.map(({ kind }) => kind)).toEqual([...Array(251).fill('listed'), 'price-changed']);
  });
});
