import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import { identify } from '../../src/market/item/identity.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { auction, item, shop, trade } from '../market/samples.ts';
import { feed, watch } from './samples.ts';

const MINUTE = 60_000;
const sold = (more = {}): Change => ({ kind: 'traded', at: 0, trade: trade(more), shop: null });
const auctioned = (finalBid: number): Change => ({
  kind: 'auctioned',
  at: 0,
  auction: { ...auction(item('DIRT')), finalBid },
});

function bookOf(...sources: readonly (Feed | Watch)[]): SubscriptionsInMemory {
  const subscriptions = new SubscriptionsInMemory();
  for (const subscription of sources)
    subscription.type === 'watch' ? subscriptions.putWatch(subscription) : subscriptions.putFeed(subscription);
  return subscriptions;
}

describe('a destination gets one notice', () => {
  test('for an event that two of its feeds match, naming both', () => {
    const subscriptions = bookOf(feed('f1'), feed('f2', { kind: 'purchases' }), feed('f3', { channelId: '201' }));
    expect(subscriptions.route(sold(), 7)).toEqual([
      { target: { kind: 'channel', id: '200' }, cause: expect.anything(), subscriptionIds: ['f1', 'f2'], dueAt: 7 },
      { target: { kind: 'channel', id: '201' }, cause: expect.anything(), subscriptionIds: ['f3'], dueAt: 7 },
    ]);
  });

  test('for two watches of one user, apart from a channel with the user’s id', () => {
    const wants = { trigger: 'traded', price: null } as const;
    const subscriptions = bookOf(watch('w1', wants), watch('w2', wants), feed('f1', { channelId: '400' }));
    expect(subscriptions.route(sold(), 7).map(({ target, subscriptionIds }) => [target.kind, subscriptionIds])).toEqual(
      [
        ['channel', ['f1']],
        ['user', ['w1', 'w2']],
      ],
    );
  });
});

describe('a watch with the trigger at-or-below', () => {
  const subscriptions = bookOf(watch('w1'));
  const matches = (kind: 'restocked' | 'price-changed', before: Partial<Shop>, after: Partial<Shop>) =>
    subscriptions.route({ kind, at: 0, shop: shop(1, after), before: shop(1, before) }, 0).length === 1;

  test('is notified of a shop that begins to match', () => {
    expect(matches('price-changed', { price: 6 }, { price: 5 })).toBe(true);
    expect(matches('restocked', { remaining: 0 }, { remaining: 1 })).toBe(true);
    expect(matches('price-changed', { side: 'bid' }, {})).toBe(true);
    expect(subscriptions.route({ kind: 'listed', at: 0, shop: shop(1) }, 0)).toHaveLength(1);
  });

  test('leaves a matching shop that got cheaper to delivery, which knows the announced prices', () => {
    expect(matches('price-changed', { price: 5 }, { price: 4.9 })).toBe(true);
  });

  test('is not notified of a shop that matched before, nor of one that does not match now', () => {
    expect(matches('price-changed', { price: 4 }, { price: 4 })).toBe(false);
    expect(matches('price-changed', { price: 4 }, { price: 5 })).toBe(false);
    expect(matches('restocked', { remaining: 1 }, { remaining: 9 })).toBe(false);
    expect(matches('price-changed', { price: 9 }, { price: 6 })).toBe(false);
    expect(matches('price-changed', { price: 9 }, { price: 3, remaining: 0 })).toBe(false);
  });

  test('matches a price of 0', () => {
    expect(
      bookOf(watch('free', { price: 0 })).route({ kind: 'listed', at: 0, shop: shop(1, { price: 0 }) }, 0),
    ).toHaveLength(1);
  });
});

test('a watch finds a box within a box of its own type by the price of the inner one', () => {
  const sharp = identify('SHULKER_BOX', '{Enchantments:[{id:"sharpness",lvl:5s}]}');
  const box = item('SHULKER_BOX', { contents: [item(sharp, { quantity: 4 })] });
  const enchantments = [{ id: 'sharpness', comparison: 'at-least', level: 5 }] as const;
  const wanted = watch('w1', { item: { type: 'SHULKER_BOX' }, price: 2, filter: { containers: true, enchantments } });
  const listed = { kind: 'listed', at: 0, shop: shop(1, { item: box, price: 8 }) } as const;
  expect(bookOf(wanted).route(listed, 0)).toHaveLength(1);
});

test('a watch is notified until the moment it expires', () => {
  const subscriptions = bookOf(watch('w1', { trigger: 'traded', price: null, expiresAt: 100 }));
  expect(subscriptions.route(sold(), 99)).toHaveLength(1);
  expect(subscriptions.route(sold(), 100)).toEqual([]);
});

test('a feed’s minimum value is compared with the total paid, not with the unit price', () => {
  const subscriptions = bookOf(feed('f1', { kind: 'auctions', minValue: 10 }), feed('f2', { minValue: 10 }));
  expect(subscriptions.route(auctioned(9), 0)).toEqual([]);
  expect(subscriptions.route(auctioned(10), 0)).toHaveLength(1);
  expect(subscriptions.route(sold({ paid: 9, moved: 1 }), 0)).toEqual([]);
  expect(subscriptions.route(sold({ paid: 10, moved: 64 }), 0)).toHaveLength(1);
});

describe('a feed that gathers', () => {
  const due = (subscriptions: SubscriptionsInMemory, now: number) => subscriptions.route(sold(), now)[0]?.dueAt;

  test('sends at the end of its window, counted from its creation', () => {
    const subscriptions = bookOf(feed('f1', { everyMinutes: 10, createdAt: 1_000 }));
    expect(due(subscriptions, 1_000)).toBe(1_000 + 10 * MINUTE);
    expect(due(subscriptions, 1_001)).toBe(1_000 + 10 * MINUTE);
    expect(due(subscriptions, 1_001 + 10 * MINUTE)).toBe(1_000 + 20 * MINUTE);
  });

  test('does not delay another feed of its channel that sends at once', () => {
    const subscriptions = bookOf(feed('f1', { everyMinutes: 10 }), feed('f2'));
    expect(subscriptions.route(sold(), 5)).toMatchObject([{ subscriptionIds: ['f1', 'f2'], dueAt: 5 }]);
  });

  test('keeps its windows if the wall clock is before its creation', () => {
    expect(due(bookOf(feed('f1', { everyMinutes: 1, createdAt: 5_000 })), 10)).toBe(5_000 + MINUTE);
  });
});

describe('a watch on the user’s own shops that gathers', () => {
  const gathering = watch('w1', {
    ...{ item: null, trigger: 'my-shop', price: null, filter: { owner: 'Ada', containers: true } },
    ...{ everyMinutes: 60, createdAt: 1_000 },
  });
  const emptied: Change = { kind: 'sold-out', at: 0, shop: shop(1, { remaining: 0 }), before: shop(1) };
  const traded: Change = { kind: 'traded', at: 0, trade: trade(), shop: shop(1) };

  test('delays a sale to the end of its hour, and a shop that ran empty not at all', () => {
    expect(bookOf(gathering).route(traded, 2_000)).toMatchObject([{ dueAt: 1_000 + 60 * MINUTE }]);
    expect(bookOf(gathering).route(emptied, 2_000)).toMatchObject([{ dueAt: 2_000 }]);
  });

  test('without a gathering time, from an earlier release, is notified of each sale at once', () => {
    const { everyMinutes: _, ...earlier } = gathering;
    expect(bookOf(earlier).route(traded, 2_000)).toMatchObject([{ dueAt: 2_000 }]);
  });
});

test('an index lists what a server, a channel and a user have by creation time, and forgets removed ones', () => {
  const subscriptions = bookOf(
    feed('late', { createdAt: 2 }),
    feed('early', { createdAt: 1, channelId: '201' }),
    watch('w1'),
  );
  const ids = (sources: readonly (Feed | Watch)[]) => sources.map(({ id }) => id);
  expect(ids(subscriptions.feedsOf('100'))).toEqual(['early', 'late']);
  expect(ids(subscriptions.of({ kind: 'channel', id: '201' }))).toEqual(['early']);
  expect(ids(subscriptions.watchesOf('400'))).toEqual(['w1']);
  subscriptions.putFeed(feed('early', { channelId: '202', createdAt: 1 }));
  expect(ids(subscriptions.of({ kind: 'channel', id: '201' })), 'moved to another channel').toEqual([]);
  for (const id of ['early', 'late', 'w1', 'w1', 'never']) subscriptions.remove(id);
  expect([subscriptions.feedsOf('100'), subscriptions.watchesOf('400'), subscriptions.get('w1')]).toEqual([
    [],
    [],
    undefined,
  ]);
});
