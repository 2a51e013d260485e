import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { findRecipients, gatherListed } from '../../src/routing/recipients.ts';
import { EMPTY_MATCH_CONTEXT } from '../../src/routing/shop-news.ts';
import { stillListed } from '../../src/routing/still-true.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { atOnce, item, marketOf, shop } from '../market/samples.ts';
import { feed, watch } from './samples.ts';

const NOW = 1_000;
const listed = (id: number, more: Partial<Shop> = {}): Change => ({ kind: 'listed', at: NOW, shop: shop(id, more) });

/** Returns each notice of a flood as its subscription, its number of changes and its named shops. */
function flood(changes: readonly Change[], feeds: readonly Feed[], watches: readonly Watch[]) {
  const notices = changes.flatMap((change) => findRecipients(change, { feeds, watches }, NOW, EMPTY_MATCH_CONTEXT));
  const known = new Map([...feeds, ...watches].map((one) => [one.id, one]));
  return atOnce(gatherListed(notices, (id) => known.get(id))).map(({ subscriptionIds, cause }) => {
    if (cause.kind !== 'change' || cause.change.kind === 'auctioned') throw new Error('no change of a shop');
    const first = cause.change.kind === 'removed' ? cause.change.before : cause.change.shop;
    const shops = [first, ...(cause.listedWith?.shops ?? [])].map((one) => one?.id);
    return [subscriptionIds.join(), cause.listedWith?.count ?? null, shops];
  });
}

const prices = (...of: readonly number[]) => of.map((price, at) => listed(at + 1, { price }));

test('a watch gets one notice of a flood, with the count and the three cheapest offers', () => {
  expect(flood(prices(5, 2, 4, 1, 3), [], [watch('w1')])).toEqual([['w1', 5, [4, 2, 5]]]);
});

test('a notice of a flood of buyers names those that pay most', () => {
  const bids = [3, 9, 5, 7].map((price, at) => listed(at + 1, { side: 'bid', price }));
  expect(flood(bids, [], [watch('w1', { trigger: 'at-or-above', price: 1 })])).toEqual([['w1', 4, [2, 4, 3]]]);
});

test('a feed ranks a flood by unit price, offers before buyers', () => {
  const pack = listed(9, { price: 8, item: item('SLIME_BLOCK', { quantity: 16 }) });
  const buyer = listed(8, { side: 'bid', price: 99 });
  const changes = [buyer, ...prices(2, 1), pack];
  expect(flood(changes, [feed('f1', { kind: 'listings' })], [])).toEqual([['f1', 4, [9, 2, 1]]]);
});

test('two watches of one user get a notice each, with their own shops', () => {
  const cheap = watch('w2', { price: 2 });
  expect(flood(prices(1, 2, 2, 2, 5), [], [watch('w1'), cheap])).toEqual([
    ['w1', 5, [1, 2, 3]],
    ['w2', 4, [1, 2, 3]],
  ]);
});

test('a watch that matches at most three of the new shops gets a notice of each', () => {
  expect(flood(prices(1, 2, 9, 9), [feed('f1', { kind: 'listings' })], [watch('w1', { price: 2 })])).toEqual([
    ['w1', null, [1]],
    ['w1', null, [2]],
    ['f1', 4, [1, 2, 3]],
  ]);
});

test('other changes of the same snapshot stay separate notices', () => {
  const cheaper: Change = {
    kind: 'price-changed',
    at: NOW,
    shop: shop(50, { price: 1 }),
    before: shop(50, { price: 9 }),
  };
  expect(flood([...prices(1, 2, 3, 4), cheaper], [], [watch('w1')])).toEqual([
    ['w1', null, [50]],
    ['w1', 4, [1, 2, 3]],
  ]);
});

test('a flood of deals names the largest savings, whatever the unit price', () => {
  const goods = ['DIRT', 'BEACON', 'EMERALD', 'DIAMOND'].map((type) => item(type));
  const worths = new Map(goods.map(({ identity }, at) => [identity.key, [1, 400, 20, 60][at] ?? 0]));
  const changes = goods.map((sold, at) =>
    listed(at + 1, { item: sold, price: [0.5, 200, 10, 30][at] ?? 0, remaining: 1 }),
  );
  const context = { ...EMPTY_MATCH_CONTEXT, worthOf: (key: string) => worths.get(key) ?? null };
  const subscriptions = [watch('w1', { trigger: 'under-worth', item: null, price: null })];
  const notices = changes.flatMap((change) =>
    findRecipients(change, { feeds: [], watches: subscriptions }, NOW, context),
  );
  const [gathered] = atOnce(gatherListed(notices, () => subscriptions[0]));
  expect(gathered?.cause).toMatchObject({
    worth: 400,
    change: { shop: { id: 2 } },
    listedWith: { count: 4, shops: [{ id: 4 }, { id: 3 }] },
  });
});

test('a flood of deals keeps the shops that it names, and their worths at routing, while worths cannot be read', () => {
  const [first, second] = [shop(1, { price: 3 }), shop(2, { price: 4 })];
  const floodOf = (worths?: number[]) => ({
    kind: 'change' as const,
    change: { kind: 'listed' as const, at: 0, shop: first },
    worth: 10,
    listedWith: { count: 5, shops: [second], ...(worths && { worths }) },
  });
  const left = (worths?: number[]) =>
    stillListed(feed('f1', { kind: 'deals', filter: { containers: true } }), floodOf(worths), marketOf(first, second));
  expect(left([10])).toEqual(floodOf([10]));
  expect(left(), 'written without worths').toEqual(floodOf());
  expect(left([4])).toMatchObject({ listedWith: { count: 4, shops: [], worths: [] } });
});
