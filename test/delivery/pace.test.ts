import { expect, test } from 'vitest';
import { feed } from '../routing/samples.ts';
import { begun, CHANNEL, MINUTE, sale } from './samples.ts';

const many = (count: number) => Array.from({ length: count }, sale);

test('a single notice leaves within 2 s, and afterwards nothing is kept of its channel', async () => {
  const office = await begun();
  office.put(feed('f1'));
  await office.happen(sale());
  expect(office.delivery().queues()).toBe(1);
  await office.time.run();
  expect(office.discord.posts.map(({ at }) => at < 2_000)).toEqual([true]);
  expect([office.delivery().queues(), office.time.sleeping()]).toEqual([0, 0]);
});

test('a steady trickle does not put off the first message for ever', async () => {
  const office = await begun();
  office.put(feed('f1'));
  for (let at = 0; at < 10; at++) {
    await office.happen(sale());
    await office.time.run(500);
  }
  expect(office.discord.posts[0]?.at).toBeLessThanOrEqual(2_000);
});

test('a burst of 50 is told in five messages, each notice once', async () => {
  const office = await begun();
  office.put(feed('f1'));
  await office.happen(...many(50));
  await office.time.run();
  const told = office.discord.posts.flatMap(({ body }) => body.notices.map(({ id }) => id));
  expect([office.discord.posts.length, told.length, new Set(told).size]).toEqual([5, 50, 50]);
});

test('no five seconds ever hold more than five messages for a channel', async () => {
  const office = await begun();
  office.put(feed('f1'));
  for (let i = 0; i < 40; i++) {
    await office.happen(...many(5), ...many(i % 20));
    await office.time.run(900);
  }
  await office.time.run();
  const times = office.discord.posts.map(({ at }) => at);
  expect(times.length).toBeGreaterThan(20);
  expect(times.filter((at, i) => at - (times[i - 5] ?? -Infinity) < 5_000)).toEqual([]);
});

test('a huge backlog is looked at a thousand at a time, and ends in a few digests', async () => {
  const office = await begun();
  office.put(feed('f1'));
  await office.happen(...many(3_500));
  await office.time.run();
  expect([office.discord.posts.length, office.discord.offered]).toEqual([4, 1_000]);
  expect(await office.waiting(CHANNEL)).toEqual([]);
});

test('a gathering feed sleeps until its time, with a few looks at the clock', async () => {
  const office = await begun();
  office.put(feed('f1', { everyMinutes: 60 }));
  await office.happen(sale());
  await office.happen(sale());
  const steps = await office.time.run(3 * 60 * MINUTE);
  expect(office.discord.posts).toHaveLength(1);
  expect(office.discord.posts[0]?.body.notices).toHaveLength(2);
  expect(steps).toBeLessThan(100);
});
