import { expect, test } from 'vitest';
import { HERE, marketOf, shop, trade } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { begun, type Harness, listing, MINUTE, PERSON, sale } from './samples.ts';

/** Stands on: delivery with a real journal, a clock that the test advances. */

const TRADES = { trigger: 'traded', price: null } as const;

test('fault 73: a watch that is removed while its notice is pending gets no message', async () => {
  const harness = await begun();
  harness.put(watch('w1', TRADES));
  await harness.ingest(sale());
  harness.subscriptions.remove('w1');
  await harness.time.run();
  expect(harness.discord.posts).toEqual([]);
  expect(await harness.waiting(PERSON)).toEqual([]);
});

test('a watch that is removed during a global rate limit gets no message', async () => {
  const harness = await begun();
  harness.put(watch('w1', TRADES), feed('f1'));
  harness.discord.answer = ({ target }) =>
    target.kind === 'channel' && harness.discord.posts.length === 1
      ? { kind: 'retry', waitMs: 600_000, everywhere: 'bot', why: '429' }
      : { kind: 'delivered', messageId: '1' };
  harness.subscriptions.remove('w1');
  await harness.ingest(sale());
  await harness.time.run(2_000);
  harness.put(watch('w1', TRADES));
  harness.subscriptions.remove('f1');
  await harness.ingest(sale());
  await harness.time.run(60_000);
  harness.subscriptions.remove('w1');
  await harness.time.run();
  expect(harness.discord.posts.map(({ target }) => target)).toEqual(['channel:200']);
});

test('fault 73: a rate-limited message is dropped once all its watches are removed, and else unchanged', async () => {
  for (const left of [0, 1]) {
    const harness = await begun();
    harness.put(watch('w1', TRADES), watch('w2', TRADES));
    harness.discord.answer = () =>
      harness.discord.posts.length === 1
        ? { kind: 'retry', waitMs: 60_000, everywhere: false, why: '429' }
        : { kind: 'delivered', messageId: '1' };
    await harness.ingest(sale());
    await harness.time.run(2_000);
    harness.subscriptions.remove('w1');
    if (left === 0) harness.subscriptions.remove('w2');
    await harness.time.run();
    expect(harness.discord.posts.map(({ sealed: { nonce } }) => nonce)).toHaveLength(1 + left);
    expect(await harness.waiting(PERSON)).toEqual([]);
    expect(await harness.journal().sealed(PERSON)).toEqual([]);
    expect((await harness.journal().queue(harness.time.now())).refused).toBe(0);
  }
});

test('a shop that sold out meanwhile is not delivered', async () => {
  const harness = await begun();
  const elsewhere = shop(2, { location: { ...HERE, x: 9 } });
  const market = marketOf(shop(1, { remaining: 3 }), elsewhere);
  harness.discord.shops = market;
  harness.put(watch('w1'));
  await harness.ingest(listing(1), { kind: 'listed', at: 0, shop: elsewhere });
  market.apply(trade({ moved: 3 }));
  await harness.time.run();
  expect(harness.discord.posts.map(({ body }) => body.notices.length)).toEqual([1]);
});

test('two watches of one user and one event are one notice that names both', async () => {
  const harness = await begun();
  harness.put(watch('w1', TRADES), watch('w2', TRADES));
  await harness.ingest(sale());
  await harness.time.run();
  expect(harness.discord.posts.map(({ body }) => body.notices.map(({ subscriptions }) => subscriptions))).toEqual([
    [['w1', 'w2']],
  ]);
});

test('a cool-down gathers notices, and sends them together at its end', async () => {
  const harness = await begun();
  harness.put(watch('w1', { ...TRADES, cooldownMinutes: 60 }));
  await harness.ingest(sale());
  await harness.time.run(5 * MINUTE);
  await harness.ingest(sale());
  await harness.time.run(5 * MINUTE);
  await harness.ingest(sale());
  await harness.time.run(45 * MINUTE);
  expect(harness.discord.posts).toHaveLength(1);
  await harness.time.run();
  expect(harness.discord.posts.map(({ body }) => body.notices.length)).toEqual([1, 2]);
  const [first, second] = harness.discord.posts;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(60 * MINUTE);
});

test('a burst larger than a message is one delivery, whose rest does not wait for the cool-down', async () => {
  const harness = await begun();
  harness.put(watch('w1', { ...TRADES, cooldownMinutes: 60 }));
  await harness.ingest(...Array.from({ length: 25 }, sale));
  await harness.time.run(MINUTE);
  expect(harness.discord.posts.map(({ body }) => body.notices.length)).toEqual([10, 10, 5]);
});

test('a one-time watch gets one notice, even through a crash before its removal', async () => {
  const harness = await begun();
  const once = watch('w1', { ...TRADES, repeat: 'once' });
  harness.put(once);
  await harness.ingest(sale(), sale());
  await harness.time.run();
  expect(harness.subscriptions.get('w1')).toBeUndefined();
  harness.put(once);
  await harness.crash();
  await harness.delivery().start();
  await harness.ingest(sale());
  await harness.time.run();
  expect(harness.discord.posts.map(({ body }) => body.notices.length)).toEqual([1]);
});

test.each([
  ['is sent while the owner is absent', (harness: Harness) => harness.put(absent(1_000)), 1],
  ['is dropped once the feed was removed', (harness: Harness) => harness.subscriptions.remove('f1'), 0],
  ['is dropped once the owner is back', (harness: Harness) => harness.put(absent(1_000, 5_000)), 0],
  ['is dropped once the feed was edited', (harness: Harness) => harness.put(feed('f1')), 0],
] as const)('the notice of an absent owner of a feed %s', async (_, meanwhile, sent) => {
  const harness = await begun();
  const target = { kind: 'user', id: '300' } as const;
  harness.put(absent(1_000));
  meanwhile(harness);
  const named = { part: 'owner', since: 1_000, feedId: 'f1', channelId: '200', name: 'Ada', locale: 'en' } as const;
  const at = harness.time.now();
  await harness.enqueue({ target, cause: { kind: 'feed-absent', at, ...named }, subscriptionIds: [], dueAt: at });
  await harness.time.run(MINUTE);
  expect(harness.discord.posts).toHaveLength(sent);
  expect(await harness.waiting(target)).toEqual([]);
});

/** A feed whose owner left the list of shops. */
function absent(since: number, backAt?: number) {
  return feed('f1', { absences: { owner: { of: 'Ada', since, ...(backAt !== undefined && { backAt }) } } });
}
