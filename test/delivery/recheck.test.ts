import { expect, test } from 'vitest';
import { marketOf, shop, trade } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { begun, listing, MINUTE, PERSON, sale } from './samples.ts';

const TRADES = { trigger: 'traded', price: null } as const;

test('a watch that is removed while its notice waits is not told of', async () => {
  const office = await begun();
  office.put(watch('w1', TRADES));
  await office.happen(sale());
  office.subscriptions.remove('w1');
  await office.time.run();
  expect(office.discord.posts).toEqual([]);
  expect(await office.waiting(PERSON)).toEqual([]);
});

test('a watch that is removed while Discord wants nothing from us is not told of', async () => {
  const office = await begun();
  office.put(watch('w1', TRADES), feed('f1'));
  office.discord.answer = ({ target }) =>
    target.kind === 'channel' && office.discord.posts.length === 1
      ? { kind: 'retry', waitMs: 600_000, everywhere: true, why: '429' }
      : { kind: 'delivered', messageId: '1' };
  office.subscriptions.remove('w1');
  await office.happen(sale());
  await office.time.run(2_000);
  office.put(watch('w1', TRADES));
  office.subscriptions.remove('f1');
  await office.happen(sale());
  await office.time.run(60_000);
  office.subscriptions.remove('w1');
  await office.time.run();
  expect(office.discord.posts.map(({ target }) => target)).toEqual(['channel:200', 'channel:200']);
});

test('a shop that was sold out since is not told of', async () => {
  const office = await begun();
  const market = marketOf(shop(1, { remaining: 3 }), shop(2, { location: { x: 9, y: 64, z: 9, world: 'world' } }));
  office.discord.shops = market;
  office.put(watch('w1'));
  await office.happen(listing(1), listing(2));
  market.apply(trade({ moved: 3 }));
  await office.time.run();
  expect(office.discord.posts.map(({ body }) => body.notices.length)).toEqual([1]);
});

test('two watches of one person and one event: one notice, naming both', async () => {
  const office = await begun();
  office.put(watch('w1', TRADES), watch('w2', TRADES));
  await office.happen(sale());
  await office.time.run();
  expect(office.discord.posts.map(({ body }) => body.notices.map(({ subscriptions }) => subscriptions))).toEqual([
    [['w1', 'w2']],
  ]);
});

test('the cool-down gathers, and tells together at its end', async () => {
  const office = await begun();
  office.put(watch('w1', { ...TRADES, cooldownMinutes: 60 }));
  await office.happen(sale());
  await office.time.run(5 * MINUTE);
  await office.happen(sale());
  await office.time.run(5 * MINUTE);
  await office.happen(sale());
  await office.time.run(45 * MINUTE);
  expect(office.discord.posts).toHaveLength(1);
  await office.time.run();
  expect(office.discord.posts.map(({ body }) => body.notices.length)).toEqual([1, 2]);
  const [first, second] = office.discord.posts;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(60 * MINUTE);
});

test('a burst larger than a message is one telling: its rest does not wait for the cool-down', async () => {
  const office = await begun();
  office.put(watch('w1', { ...TRADES, cooldownMinutes: 60 }));
  await office.happen(...Array.from({ length: 25 }, sale));
  await office.time.run(MINUTE);
  expect(office.discord.posts.map(({ body }) => body.notices.length)).toEqual([10, 10, 5]);
});

test('a watch that tells once tells one notice, also through a crash before it was put away', async () => {
  const office = await begun();
  const once = watch('w1', { ...TRADES, repeat: 'once' });
  office.put(once);
  await office.happen(sale(), sale());
  await office.time.run();
  expect(office.subscriptions.get('w1')).toBeUndefined();
  office.put(once);
  await office.crash();
  await office.delivery().start();
  await office.happen(sale());
  await office.time.run();
  expect(office.discord.posts.map(({ body }) => body.notices.length)).toEqual([1]);
});
