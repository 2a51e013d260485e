import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import type { Routed } from '../../src/routing/notice.ts';
import { HERE, marketOf, shop } from '../market/samples.ts';
import { watch } from '../routing/samples.ts';
import type { openHarness } from './harness.ts';
import { begun, MINUTE, PERSON } from './samples.ts';

type Harness = Awaited<ReturnType<typeof begun>>;

const apart = (id: number, more: Partial<Shop> = {}) => shop(id, { location: { ...HERE, x: id }, ...more });

/** Returns the posted notices as the id and price of their shop, and the number of shops they count. */
function posted({ discord }: Pick<ReturnType<typeof openHarness>, 'discord'>) {
  return discord.posts.flatMap(({ body }) =>
    body.notices.map(({ cause }) => {
      if (cause.kind !== 'change' || !('shop' in cause.change) || cause.change.shop === null)
        throw new Error('no shop');
      const { id, price } = cause.change.shop;
      return [id, price, ...(cause.listedWith ? [cause.listedWith.count, cause.listedWith.shops.length] : [])];
    }),
  );
}

const reasons = async ({ journal }: Harness) =>
  (await journal().noticesOf(PERSON, 9)).flatMap(({ end }) => end?.why ?? []);

test('a notice is delivered though its shop has another id by then', async () => {
  const harness = await begun();
  harness.put(watch('w1'));
  harness.discord.shops = marketOf(apart(1, { id: 77 }));
  await harness.ingest({ kind: 'listed', at: 0, shop: apart(1) });
  await harness.time.run();
  expect(posted(harness)).toEqual([[1, 4]]);
});

test('a notice is dropped if another shop has its id by then', async () => {
  const harness = await begun();
  harness.put(watch('w1'));
  harness.discord.shops = marketOf(apart(1, { location: { ...HERE, x: 50 }, owner: { name: 'Bob', uuid: 'b' } }));
  await harness.ingest({ kind: 'listed', at: 0, shop: apart(1) });
  await harness.time.run();
  expect([posted(harness), await reasons(harness)]).toEqual([[], ['no longer true']]);
});

test('a shop that improves under two ids is delivered once, with the latest price', async () => {
  const harness = await begun();
  harness.put(watch('w1', { price: 100, snoozedUntil: harness.time.now() + 30 * MINUTE }));
  const turned = (before: Shop, now: Shop): Change => ({ kind: 'price-changed', at: 0, before, shop: now });
  harness.discord.shops = marketOf(shop(9, { price: 4 }));
  await harness.ingest(turned(shop(1, { price: 9 }), shop(1, { price: 6 })));
  await harness.ingest(turned(shop(9, { price: 6 }), shop(9, { price: 4 })));
  await harness.time.run(40 * MINUTE);
  expect(posted(harness)).toEqual([[9, 4]]);
});

const flood = (count: number): Routed => {
  const [first, ...others] = [apart(1, { price: 1 }), apart(2, { price: 2 }), apart(3, { price: 3 })] as const;
  const change: Change = { kind: 'listed', at: 0, shop: first };
  const cause = { kind: 'change', change, listedWith: { count, shops: others } } as const;
  return { target: PERSON, cause, subscriptionIds: ['w1'], dueAt: 0 };
};

test('a flood of new shops is one notice, which starts the cool-down with the best price', async () => {
  const harness = await begun();
  harness.put(watch('w1', { cooldownMinutes: 60 }));
  harness.discord.shops = marketOf(...[1, 2, 3].map((price) => apart(price, { price })), apart(4, { price: 5 }));
  await harness.enqueue(flood(120));
  await harness.time.run(MINUTE);
  expect(posted(harness)).toEqual([[1, 1, 120, 2]]);
  await harness.ingest({ kind: 'listed', at: 0, shop: apart(4, { price: 5 }) });
  await harness.time.run(MINUTE);
  expect(posted(harness)).toHaveLength(1);
  expect((await harness.journal().lastDelivered(['w1'])).get('w1')?.price?.unitPrice).toBe(1);
});

test('shops of a flood that are gone by then are omitted, and the next best leads', async () => {
  const harness = await begun();
  harness.put(watch('w1'));
  harness.discord.shops = marketOf(apart(2, { price: 2 }), apart(3, { price: 3 }));
  await harness.enqueue(flood(120));
  await harness.time.run();
  expect(posted(harness)).toEqual([[2, 2, 119, 1]]);
});

test('a flood is dropped if none of the named shops is left', async () => {
  const harness = await begun();
  harness.put(watch('w1'));
  harness.discord.shops = marketOf(apart(9, { price: 2 }));
  await harness.enqueue(flood(120));
  await harness.time.run();
  expect([posted(harness), await reasons(harness)]).toEqual([[], ['no longer true']]);
});
