import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Feed } from '../../src/routing/feed.ts';
import { feedLookups, type Lookup, subscriptionKeyOf, watchLookups } from '../../src/routing/lookups.ts';
import { SubscriptionIndex } from '../../src/routing/subscription-index.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { item as itemOf, marketOf, shop } from '../market/samples.ts';
import { expectCoverage, propertyRuns } from '../property-runs.ts';
import { market as anyMarket, change, history } from './arbitraries.ts';
import { SOME_WORTHS } from './deal-oracle.ts';
import { feed, watch } from './samples.ts';

/** Stands on: arbitrary subscriptions and changes, compared with the index in memory. */

/** Finds subscriptions by their lookups, as a database does. */
function found(subscriptions: Iterable<Feed | Watch>, lookups: readonly Lookup[]): string[] {
  const isFound = (one: Feed | Watch) => {
    const { lookup, reach } = subscriptionKeyOf(one);
    return lookups.some((sought) => sought.lookup === lookup && reach >= sought.need);
  };
  return [...subscriptions].filter(isFound).map(({ id }) => id);
}

test('lookups find the same feeds and watches as the index in memory', () => {
  let count = 0;
  fc.assert(
    fc.property(history, change, anyMarket, (steps, drawn, { shops, trades }) => {
      const market = marketOf(...shops);
      for (const trade of trades) market.apply(trade);
      const index = new SubscriptionIndex();
      const subscriptions = new Map(
        steps.flatMap((step) => (typeof step === 'string' ? [] : [[step.id, step] as const])),
      );
      for (const one of subscriptions.values()) index.add(one);
      const { feeds, watches } = index.find(drawn, { market, isBanned: () => false, worthOf: SOME_WORTHS });
      const context = { market, worthOf: SOME_WORTHS };
      const lookups = [...feedLookups(drawn, SOME_WORTHS), ...watchLookups(drawn, context)];
      const expected = [...feeds, ...watches].map(({ id }) => id);
      expect(found(subscriptions.values(), lookups).toSorted()).toEqual(expected.toSorted());
      count += expected.length;
    }),
    { numRuns: propertyRuns(3) },
  );
  expectCoverage(() => expect(count).toBeGreaterThan(propertyRuns(1)));
});

test('fault 86: a row saved under a former name of its type is found by a change with the present name', () => {
  const item = { type: 'CHAIN' };
  const saved = [
    watch('w1', { trigger: 'listed', item, filter: { item, containers: true } }),
    feed('f1', { kind: 'listings', filter: { item, containers: true } }),
  ];
  const listed = { kind: 'listed', at: 1, shop: shop(1, { item: itemOf('IRON_CHAIN') }) } as const;
  expect(found(saved, [...watchLookups(listed, { market: null }), ...feedLookups(listed)])).toEqual(['w1', 'f1']);
});
