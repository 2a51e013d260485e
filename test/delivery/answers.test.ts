import { expect, test } from 'vitest';
import type { Outcome } from '../../src/ports/delivery.ts';
import { feed, watch } from '../routing/samples.ts';
import { begun, CHANNEL, deliveries, PERSON, sale } from './samples.ts';

const REFUSED: Outcome = { kind: 'refused', code: 50001, why: 'Missing Access' };
const delivered: Outcome = { kind: 'delivered', messageId: '1' };
const never = new Promise<Outcome>(() => {});

test('a crash while Discord has the message resends it with the same nonce and body, and loses nothing', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.answer = () => never;
  await harness.ingest(sale());
  await harness.time.run(2_000);
  await harness.ingest(sale());
  await harness.crash();
  harness.discord.answer = () => delivered;
  await harness.delivery().start();
  await harness.time.run();
  const [first, again, second] = harness.discord.posts;
  expect(harness.discord.posts).toHaveLength(3);
  expect(again?.sealed).toEqual(first?.sealed);
  expect(second?.sealed.nonce).not.toBe(first?.sealed.nonce);
  expect(await harness.journal().queue(harness.time.now())).toMatchObject({ depth: 0 });
});

test('a post is published after its delivery was saved, so that a crash in between cannot repeat it', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  const depths: number[] = [];
  const publish = async () => void depths.push((await harness.journal().queue(harness.time.now())).depth);
  harness.discord.answer = () => ({ kind: 'delivered', messageId: '1', publish });
  await harness.ingest(sale());
  await harness.time.run();
  expect(depths).toEqual([0]);
});

test('a retry keeps nonce and body, and is never earlier than Discord’s retry time', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.answer = () =>
    harness.discord.posts.length < 3 ? { kind: 'retry', waitMs: 7_000, everywhere: false, why: '429' } : delivered;
  await harness.ingest(sale());
  await harness.time.run();
  const [first, second, third] = harness.discord.posts;
  expect(new Set(harness.discord.posts.map(({ sealed }) => `${sealed.nonce} ${sealed.body}`)).size).toBe(1);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(7_000);
  expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(7_000);
});

test('a rate limit of one channel delays no other, and a global one delays all', async () => {
  for (const everywhere of [false, 'bot', 'address'] as const) {
    const harness = await begun();
    harness.put(feed('f1'), feed('f2', { channelId: '201', kind: 'sales' }));
    harness.discord.answer = ({ target }) =>
      target.id === '200' && harness.discord.posts.length === 1
        ? { kind: 'retry', waitMs: 60_000, everywhere, why: '429' }
        : delivered;
    await harness.ingest(sale());
    await harness.time.run(2_000);
    harness.put(feed('f2', { channelId: '201' }));
    harness.subscriptions.remove('f1');
    await harness.ingest(sale());
    await harness.time.run();
    const other = harness.discord.posts.find(({ target }) => target === 'channel:201');
    expect((other?.at ?? 0) >= 60_000).toBe(everywhere !== false);
    expect(harness.discord.posts).toHaveLength(2);
  }
});

test('a refused channel is paused, its backlog dropped, and its feeds’ makers are notified once', async () => {
  const harness = await begun();
  harness.put(feed('f1'), feed('f2', { makerId: '301' }));
  harness.discord.answer = () => REFUSED;
  await harness.ingest(...Array.from({ length: 30 }, sale));
  await harness.time.run();
  await harness.ingest(sale());
  await harness.time.run();
  expect(harness.discord.posts).toHaveLength(1);
  expect(harness.pauses).toMatchObject([{ pause: { target: CHANNEL, code: 50001 }, subscriptions: ['f1', 'f2'] }]);
  expect(await harness.waiting(CHANNEL)).toEqual([]);
  expect(await harness.journal().pauses()).toMatchObject([{ code: 50001 }]);
  expect(harness.leases().size).toBe(0);
});

test('a channel whose pause could not be saved is paused at the next refusal', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.answer = () => REFUSED;
  harness.discord.unpausable = 1;
  await harness.ingest(sale());
  await harness.time.run();
  expect([harness.pauses, await harness.journal().pauses()]).toEqual([[], []]);
  expect(harness.log.errors()).toHaveLength(1);
  for (let sales = 0; sales < 2; sales += 1) {
    await harness.ingest(sale());
    await harness.time.run();
  }
  expect(harness.discord.posts).toHaveLength(2);
  expect([harness.pauses.length, (await harness.journal().pauses()).length]).toEqual([1, 1]);
});

test('a rejected body is dropped and the next is sent', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.answer = () => (harness.discord.posts.length === 1 ? { kind: 'rejected', why: '50035' } : delivered);
  await harness.ingest(...Array.from({ length: 11 }, sale));
  await harness.time.run();
  expect(harness.discord.posts.map(({ body }) => body.notices.length)).toEqual([10, 1]);
  expect(harness.log.errors()).toMatchObject([{ facts: { why: '50035' } }]);
});

test('a rejected message counts as not delivered: a one-time watch stays, and no cool-down begins', async () => {
  const harness = await begun();
  const trades = { trigger: 'traded', price: null } as const;
  harness.put(watch('w1', { ...trades, repeat: 'once' }), watch('w2', { ...trades, cooldownMinutes: 600 }));
  harness.discord.answer = () => (harness.discord.posts.length === 1 ? { kind: 'rejected', why: '50035' } : delivered);
  await harness.ingest(sale());
  await harness.time.run();
  expect(await harness.journal().lastDelivered(['w1'])).toEqual(new Map());
  await harness.ingest(sale());
  await harness.time.run();
  expect(deliveries(harness).map(([, notice]) => notice)).toEqual(['w1 w2 ', 'w1 w2 ']);
  expect(harness.subscriptions.get('w1')).toBeUndefined();
  expect(await harness.waiting(PERSON)).toEqual([]);
  expect(harness.log.errors()).toMatchObject([{ facts: { why: '50035' } }]);
});

test('a revoked token stops all delivery once, and keeps the outbox', async () => {
  const harness = await begun();
  harness.put(feed('f1'), feed('f2', { channelId: '201' }));
  harness.discord.answer = () => ({ kind: 'unauthorized', why: '401' });
  await harness.ingest(sale());
  await harness.time.run();
  await harness.ingest(sale());
  await harness.time.run();
  expect(harness.discord.unauthorized).toEqual(['401']);
  expect(harness.log.errors()).toMatchObject([{ facts: { why: '401' } }]);
  expect(harness.discord.posts.length).toBeLessThanOrEqual(2);
  expect(await harness.journal().queue(harness.time.now())).toMatchObject({ depth: 4 });
});
