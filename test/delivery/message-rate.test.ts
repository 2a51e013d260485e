import { expect, test } from 'vitest';
import { feed } from '../routing/samples.ts';
import { begun, CHANNEL, MINUTE, sale } from './samples.ts';

const many = (count: number) => Array.from({ length: count }, sale);

test('a single notice is sent within 2 s, and afterwards no state of its channel is kept', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  await harness.ingest(sale());
  expect(harness.leases().size).toBe(1);
  await harness.time.run();
  expect(harness.discord.posts.map(({ at }) => at < 2_000)).toEqual([true]);
  expect([harness.leases().size, harness.time.sleepers()]).toEqual([0, 0]);
});

test('a steady trickle of notices does not postpone the first message without limit', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  for (let at = 0; at < 10; at++) {
    await harness.ingest(sale());
    await harness.time.run(500);
  }
  expect(harness.discord.posts[0]?.at).toBeLessThanOrEqual(2_000);
});

test('a burst of 50 is sent in five messages, each notice once', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  await harness.ingest(...many(50));
  await harness.time.run();
  const deliveries = harness.discord.posts.flatMap(({ body }) => body.notices.map(({ id }) => id));
  expect([harness.discord.posts.length, deliveries.length, new Set(deliveries).size]).toEqual([5, 50, 50]);
});

test('no five seconds contain more than five messages for a channel', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  for (let i = 0; i < 40; i++) {
    await harness.ingest(...many(5), ...many(i % 20));
    await harness.time.run(900);
  }
  await harness.time.run();
  const times = harness.discord.posts.map(({ at }) => at);
  expect(times.length).toBeGreaterThan(20);
  expect(times.filter((at, i) => at - (times[i - 5] ?? -Infinity) < 5_000)).toEqual([]);
});

test('a huge backlog is read a thousand at a time, and ends in a few digests', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  await harness.ingest(...many(3_500));
  await harness.time.run();
  expect([harness.discord.posts.length, harness.discord.offered]).toEqual([4, 1_000]);
  expect(await harness.waiting(CHANNEL)).toEqual([]);
});

test('a feed that gathers sleeps until its time, with few reads of the clock', async () => {
  const harness = await begun();
  harness.put(feed('f1', { everyMinutes: 60 }));
  await harness.ingest(sale());
  await harness.ingest(sale());
  const steps = await harness.time.run(3 * 60 * MINUTE);
  expect(harness.discord.posts).toHaveLength(1);
  expect(harness.discord.posts[0]?.body.notices).toHaveLength(2);
  expect(steps).toBeLessThan(100);
});
