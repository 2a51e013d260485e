import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { Filter } from '../../src/market/search/filter.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import { inStock } from '../../src/market/shops/unit-price.ts';
import { explainMatch, type MismatchReason } from '../../src/routing/explain-match.ts';
import { watchMatches } from '../../src/routing/match.ts';
import { EMPTY_MATCH_CONTEXT } from '../../src/routing/shop-news.ts';
import type { Watch, WatchTrigger } from '../../src/routing/watch.ts';
import { item, shop, trade } from '../market/samples.ts';
import { expectCoverage, propertyRuns } from '../property-runs.ts';
import { watch as anyWatch, change } from './arbitraries.ts';
import { bargainOf, SOME_WORTHS, soldBy } from './deal-oracle.ts';
import { type Deal, dealOf, isAtLeast, isAtMost, pricesOf } from './filter-oracle.ts';
import { watch } from './samples.ts';

/** Stands on: arbitrary watches and changes, compared with routing. */

/** The market around each change; some goods have a worth. */
const MARKET_CONTEXT = { ...EMPTY_MATCH_CONTEXT, worthOf: SOME_WORTHS };

const PARTS: Partial<Record<MismatchReason, readonly (keyof Filter)[]>> = {
  enchantment: ['enchantments'],
  owner: ['owner'],
  'not-owner': ['notOwner'],
  world: ['world'],
  within: ['x', 'z', 'near', 'nearWorld', 'within'],
  'max-price': ['enchantments', 'maxPrice'],
  'min-price': ['enchantments', 'minPrice'],
  'min-stock': ['minStock'],
};

test('an explanation agrees with routing, and names only reasons that really prevent the match', () => {
  const reasons = new Set<string>();
  fc.assert(
    fc.property(anyWatch, fc.array(change, { minLength: 30, maxLength: 30 }), (watched, changes) => {
      for (const drawn of changes) {
        const verdict = explainMatch(watched, drawn, SOME_WORTHS);
        reasons.add(verdict.kind);
        const mismatches = verdict.kind === 'missed' ? verdict.mismatches : [];
        for (const miss of mismatches) reasons.add(miss);
        // One assertion for all, because a call of `expect` per reason costs more than the code under test.
        expect({
          matches: verdict.kind === 'matches',
          hasReason: mismatches.length > 0,
          untrue: mismatches.filter((miss) => !isTrue(miss, watched, drawn)),
        }).toEqual({
          matches: watchMatches(watched, drawn, MARKET_CONTEXT),
          hasReason: verdict.kind === 'missed',
          untrue: [],
        });
      }
    }),
    { numRuns: propertyRuns(3) },
  );
  // The rarest reasons have their own tests below, and random cases may miss them.
  reasons.delete('matched-before');
  reasons.delete('min-saving');
  const expected = [
    ...Object.keys(PARTS),
    'elsewhere',
    'matches',
    'missed',
    'no-room',
    'no-stock',
    'no-worth',
    'percent',
    'price',
    'type',
    'variant',
  ];
  expectCoverage(() => expect([...reasons].sort()).toEqual(expected.sort()));
});

test('a change that the trigger looks at is never explained as “elsewhere”', () => {
  fc.assert(
    fc.property(anyWatch, change, (watched, drawn) => {
      if (considers(watched.trigger, drawn)) expect(explainMatch(watched, drawn).kind).not.toBe('elsewhere');
    }),
  );
});

function isTrue(miss: MismatchReason, watched: Watch, drawn: Change): boolean {
  const { trigger, price, filter } = watched;
  const now = 'shop' in drawn ? drawn.shop : null;
  const before = 'before' in drawn ? drawn.before : null;
  const examined = trigger === 'sold-out' ? before : now;
  const isOfDeals = trigger === 'under-worth';
  const deal = eventDeal(drawn) ?? (examined && ((isOfDeals && soldBy(examined)) || dealOf(examined)));
  if (deal === null) return false;
  const asked: Filter = { containers: filter.containers, ...(filter.item && { item: filter.item }) };
  const unit = pricesOf(filter, deal)?.unit ?? null;
  const isReached = (shop: Shop | null) => {
    const at = shop && (pricesOf(filter, dealOf(shop))?.unit ?? null);
    return at !== null && price !== null && (trigger === 'at-or-above' ? isAtLeast(at, price) : isAtMost(at, price));
  };
  const isAnotherType = () =>
    filter.item !== undefined && pricesOf({ ...asked, item: { type: filter.item.type } }, deal) === null;
  switch (miss) {
    case 'variant':
      return pricesOf(asked, deal) === null && !isAnotherType();
    case 'type':
      if (isOfDeals && now !== null && now.item.contents.length > 0 && !filter.containers) return true;
      return isAnotherType();
    case 'no-stock':
    case 'no-room':
      return examined !== null && !inStock(examined, examined.remaining);
    case 'price':
      return (
        unit === null ||
        (price !== null && (trigger === 'at-or-above' ? !isAtLeast(unit, price) : !isAtMost(unit, price)))
      );
    case 'no-worth':
    case 'percent':
    case 'min-saving': {
      const anything = { filter: { containers: true }, percent: -1e6, minSaving: -1e6 };
      const { percent = 25, minSaving = 0.1 } = watched;
      const asked = {
        ...anything,
        ...(miss === 'percent' && { percent }),
        ...(miss === 'min-saving' && { minSaving }),
      };
      return bargainOf(asked, now, SOME_WORTHS) === null;
    }
    case 'matched-before':
      if (isOfDeals) return watchMatches(watched, { kind: 'listed', at: 0, shop: before ?? shop(0) }, MARKET_CONTEXT);
      return isReached(now) && isReached(before);
    default: {
      const parts = (PARTS[miss] ?? []).flatMap((key) => (filter[key] === undefined ? [] : [[key, filter[key]]]));
      return pricesOf({ ...asked, ...Object.fromEntries(parts) }, deal) === null;
    }
  }
}

function eventDeal(drawn: Change): Deal | null {
  if (drawn.kind === 'auctioned') {
    const { item: sold, sold: count, finalBid: paid } = drawn.auction;
    return { item: sold, count, paid, owner: null, place: null, stock: null };
  }
  if (drawn.kind !== 'traded') return null;
  const { trade: made, shop: at } = drawn;
  const { item: sold, moved: count, paid, location: place } = made;
  return { item: sold, count, paid, place, owner: at?.owner ?? null, stock: at?.remaining ?? null };
}

function considers(trigger: WatchTrigger, drawn: Change): boolean {
  if (drawn.kind === 'auctioned' || drawn.kind === 'traded') return trigger === drawn.kind;
  if (drawn.kind === 'banned') return false;
  if (trigger === 'sold-out') return drawn.kind === 'sold-out' && drawn.before.side === 'ask';
  if (drawn.kind === 'removed' || drawn.kind === 'sold-out') return false;
  if (trigger === 'at-or-above') return drawn.shop.side === 'bid';
  if (drawn.shop.side !== 'ask') return false;
  return trigger === 'at-or-below' || trigger === drawn.kind;
}

describe('an explanation names', () => {
  const before = shop(1, { price: 8, remaining: 0 });
  const judged = (of: Partial<Watch>, after: Partial<Shop>): unknown => {
    const verdict = explainMatch(watch('w', of), {
      kind: 'price-changed',
      at: 0,
      shop: { ...before, ...after },
      before,
    });
    return verdict.kind === 'missed' ? verdict.mismatches : verdict.kind;
  };

  test.each<[string, Partial<Watch>, Partial<Shop>, unknown]>([
    ['a match', {}, { price: 5, remaining: 1 }, 'matches'],
    ['the price', {}, { price: 6, remaining: 1 }, ['price']],
    ['missing stock', {}, { price: 1 }, ['no-stock']],
    ['fault 86: another item, which is no variant', {}, { item: item('DIRT') }, ['type']],
    [
      'every failing part, not only the first',
      { filter: { containers: true, owner: 'Bob', minStock: 9, maxPrice: 9, world: 'world' } },
      { price: 5, remaining: 1 },
      ['owner', 'min-stock'],
    ],
    [
      'the failing part of a restock with another price',
      { trigger: 'restocked', price: null, filter: { containers: true, maxPrice: 2 } },
      { price: 3, remaining: 5 },
      ['max-price'],
    ],
    [
      'no part for a change that the trigger ignores',
      { trigger: 'at-or-above' },
      { price: 5, remaining: 1 },
      'elsewhere',
    ],
  ])('%s', (_, of, after, expected) => {
    expect(judged(of, after)).toEqual(expected);
  });

  test('a shop that matched before', () => {
    const cheap = shop(1, { price: 4 });
    const change: Change = { kind: 'price-changed', at: 0, shop: shop(1, { price: 3 }), before: cheap };
    expect(explainMatch(watch('w'), change)).toEqual({ kind: 'missed', mismatches: ['matched-before'] });
  });

  test('the price of a trade', () => {
    const change: Change = { kind: 'traded', at: 0, trade: trade({ paid: 30 }), shop: null };
    expect(explainMatch(watch('w', { trigger: 'traded' }), change)).toEqual({ kind: 'missed', mismatches: ['price'] });
  });
});

test.each([
  ['no worth', null, {}, 'no-worth'],
  ['too little below the worth', 5, {}, 'percent'],
  ['too small a saving', 8, { minSaving: 101 }, 'min-saving'],
  ['a deal before as well', 8, {}, 'matched-before'],
] as const)('an offer that is no news to a watch on deals is explained: %s', (_, worth, more, reason) => {
  const deals = watch('w', { trigger: 'under-worth', item: null, price: null, ...more });
  const drawn: Change = { kind: 'price-changed', at: 0, shop: shop(1), before: shop(1, { price: 4.1 }) };
  expect(explainMatch(deals, drawn, () => worth)).toEqual({ kind: 'missed', mismatches: [reason] });
});
