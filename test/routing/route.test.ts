import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { Market } from '../../src/market/market.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import { FEED_KINDS, type Feed } from '../../src/routing/feed.ts';
import { targetKey } from '../../src/routing/notice.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { WATCH_TRIGGERS, type Watch } from '../../src/routing/watch.ts';
import { marketOf } from '../market/samples.ts';
import { expectCoverage, propertyRuns } from '../property-runs.ts';
import { market as anyMarket, banned, change, history, NOW } from './arbitraries.ts';
import { SOME_WORTHS } from './deal-oracle.ts';
import { findConcerned } from './route-oracle.ts';

/** Counts notices by kind of feed and by trigger. */
const timesByKind = new Map<string, number>();

test('the index finds the same feeds and watches as a test of each, after any saves, overwrites and removals', () => {
  const changes = fc.array(change, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(history, changes, anyMarket, banned, (steps, drawn, { shops, trades }, bans) => {
      const market = marketOf(...shops);
      for (const trade of trades) market.apply(trade);
      const subscriptions = new SubscriptionsInMemory();
      const sources = new Map<string, Feed | Watch>();
      const perform = (step: (typeof steps)[number]) => {
        if (typeof step === 'string') {
          subscriptions.remove(step);
          sources.delete(step);
        } else {
          if (step.type === 'watch') subscriptions.putWatch(step);
          else subscriptions.putFeed(step);
          sources.set(step.id, step);
        }
      };
      // Changes are routed between the edits, so that the index changes its sorted lists after their first use.
      for (const [at, step] of steps.entries()) {
        perform(step);
        const now = drawn[at % drawn.length];
        if (at % 5 === 0 && now) check(subscriptions, sources, now, market, bans);
      }
      for (const each of drawn) check(subscriptions, sources, each, market, bans);
    }),
    { numRuns: propertyRuns(3) },
  );
  timesByKind.delete('health');
  expectCoverage(() => {
    const seldom = [...timesByKind.values()].filter((times) => times < propertyRuns(1 / 100));
    expect(seldom, 'the random worlds meet often enough').toEqual([]);
    expect(timesByKind.size, 'feeds and triggers').toBe(FEED_KINDS.length - 1 + WATCH_TRIGGERS.length + 1);
  });
});

function check(
  subscriptions: SubscriptionsInMemory,
  sources: ReadonlyMap<string, Feed | Watch>,
  each: Change,
  market: Market,
  bans: ReadonlySet<string>,
): void {
  const routed = subscriptions.route(each, NOW, {
    market,
    isBanned: (canvas) => bans.has(canvas),
    worthOf: SOME_WORTHS,
  });
  const matchContext = {
    shops: [...market.shops],
    stockOf: (shop: Shop) => market.remainingOf(shop).remaining,
    banned: bans,
    worthOf: SOME_WORTHS,
  };
  const ids = routed.flatMap((notice) => notice.subscriptionIds);
  expect(ids.toSorted()).toEqual(findConcerned(sources.values(), each, NOW, matchContext));
  expect(new Set(routed.map(({ target }) => targetKey(target))).size, 'one notice a destination').toBe(routed.length);
  for (const { target, subscriptionIds: named } of routed) {
    const there = new Set(subscriptions.of(target).map(({ id }) => id));
    expect(named.filter((id) => !there.has(id))).toEqual([]);
  }
  for (const subscription of ids.flatMap((id) => sources.get(id) ?? [])) {
    const kind = subscription.type === 'watch' ? subscription.trigger : `feed ${subscription.kind}`;
    timesByKind.set(kind, (timesByKind.get(kind) ?? 0) + 1);
  }
}
