import { expect, test } from 'vitest';
import type { Outcome } from '../../src/ports/delivery.ts';
import { nextRetryMs } from '../../src/routing/retried-refusal.ts';
import { feed, watch } from '../routing/samples.ts';
import { BEGIN } from './harness.ts';
import { begun, CHANNEL, type Harness, MINUTE, PERSON, sale } from './samples.ts';

/** Stands on: delivery with a real journal, a clock that the test advances. */

const HOUR = 60 * MINUTE;
const delivered: Outcome = { kind: 'delivered', messageId: '1' };
const unlisted = (code = 50_009): Outcome => ({
  ...{ kind: 'retry', waitMs: 2_000, everywhere: false },
  ...{ why: `403 ${code}: as Discord says`, unlistedCode: code },
});

async function refusedHarness(code?: number): Promise<Harness> {
  const harness = await begun();
  harness.put(feed('f1'), feed('f2', { makerId: '301' }));
  harness.discord.answer = ({ target }) => (target.id === CHANNEL.id ? unlisted(code) : delivered);
  await harness.ingest(sale());
  return harness;
}

/** Advances the clock by `hours`. */
async function pass(harness: Harness, hours: number): Promise<void> {
  for (let minutes = 0; minutes < hours * 60; minutes += 30) await harness.time.run(30 * MINUTE);
}

const postsTo = ({ discord }: Harness, id: string) => discord.posts.filter(({ sealed }) => sealed.target.id === id);

test('waits begin at 5 s, double up to 10 min, and end six hours after the first refusal', () => {
  const waits: number[] = [];
  for (let now = 0; ; ) {
    const waitMs = nextRetryMs({ since: 0 }, now, 0);
    if (waitMs === null) {
      expect(now).toBe(6 * HOUR);
      break;
    }
    waits.push(waitMs);
    now += waitMs;
  }
  expect(waits.slice(0, 10)).toEqual([5, 5, 10, 20, 40, 80, 160, 320, 600, 600].map((seconds) => seconds * 1_000));
  expect(Math.max(...waits)).toBe(10 * MINUTE);
});

test('fault 83: an unlisted 403 is retried with one nonce for six hours, then pauses the feeds', async () => {
  const harness = await refusedHarness();
  await pass(harness, 5.5);
  expect(harness.pauses).toEqual([]);
  expect(harness.refusals.get('channel:200')).toMatchObject({ code: 50_009, pausedAt: null });
  await pass(harness, 1);
  expect(harness.pauses).toMatchObject([{ pause: { target: CHANNEL, code: 50_009 }, subscriptions: ['f1', 'f2'] }]);
  const since = harness.refusals.get('channel:200')?.since ?? 0;
  expect(harness.pauses[0]?.pause.at).toBe(since + 6 * HOUR);
  const posts = harness.discord.posts;
  expect(new Set(posts.map(({ sealed }) => sealed.nonce)).size).toBe(1);
  const before = posts.length;
  expect(before).toBeLessThan(60);
  await pass(harness, 3);
  expect(posts).toHaveLength(before);
  const warnings = harness.log.lines.filter(({ level }) => level === 'warn').map(({ sentence }) => sentence);
  expect(warnings).toEqual([
    'Discord refuses messages of a target, retrying',
    'Discord refuses messages of a target, pausing it',
  ]);
});

test('other targets are served while one is refused', async () => {
  const harness = await refusedHarness();
  harness.put(feed('f3', { channelId: '201' }));
  await pass(harness, 1);
  await harness.ingest(sale());
  await harness.time.run(2_000);
  expect(postsTo(harness, '201')).toHaveLength(1);
});

test('a resume after a pause that followed six hours sends the sealed message, then one digest', async () => {
  const harness = await refusedHarness();
  await harness.time.run(2_000);
  for (let n = 0; n < 40; n += 1) {
    await harness.ingest(sale());
    await harness.time.run(MINUTE);
  }
  await pass(harness, 7);
  expect(harness.pauses).toHaveLength(1);
  expect(await harness.journal().queue(harness.time.now())).toMatchObject({ depth: 0, waitingSince: null });
  const before = harness.discord.posts.length;
  harness.discord.answer = () => delivered;
  await harness.resume(CHANNEL);
  await harness.time.run(MINUTE);
  expect(harness.discord.posts.slice(before).map(({ body }) => body.notices.length)).toEqual([1, 40]);
  expect(await harness.waiting(CHANNEL)).toEqual([]);
  expect(harness.refusals.size).toBe(0);
});

test('a send that works again within six hours delivers the backlog as one digest, and logs the end once', async () => {
  const harness = await refusedHarness();
  await harness.time.run(2_000);
  await harness.ingest(...Array.from({ length: 30 }, sale));
  await pass(harness, 2);
  const before = harness.discord.posts.length;
  harness.discord.answer = () => delivered;
  await harness.time.run(10 * MINUTE);
  expect(harness.discord.posts.slice(before).map(({ body }) => body.notices.length)).toEqual([1, 30]);
  expect(harness.pauses).toEqual([]);
  expect(harness.refusals.size).toBe(0);
  expect(
    harness.log.lines.filter(({ sentence }) => sentence.endsWith('accepts messages of a target again')),
  ).toHaveLength(1);
});

test('the backlog is one digest even if the turn ends right after Discord accepts the sealed message', async () => {
  const harness = await refusedHarness();
  await harness.time.run(2_000);
  await harness.ingest(...Array.from({ length: 30 }, sale));
  await pass(harness, 2);
  const before = harness.discord.posts.length;
  harness.discord.answer = () => {
    if (harness.discord.posts.length === before + 1) harness.discord.unsure = 1;
    return delivered;
  };
  for (let minutes = 0; minutes < 15; minutes += 1) await harness.time.run(MINUTE);
  expect(harness.discord.posts.slice(before).map(({ body }) => body.notices.length)).toEqual([1, 30]);
  expect(harness.refusals.size).toBe(0);
});

test('after a restart the six hours continue from the first refusal', async () => {
  const harness = await refusedHarness();
  await pass(harness, 4);
  await harness.crash();
  await harness.delivery().start();
  await harness.time.run(MINUTE);
  const posts = harness.discord.posts.length;
  // The wait continues at ten minutes, not at five seconds.
  await harness.time.run(9 * MINUTE);
  expect(harness.discord.posts.length).toBeLessThanOrEqual(posts + 1);
  await pass(harness, 2.5);
  expect(harness.pauses).toHaveLength(1);
  expect((harness.pauses[0]?.pause.at ?? 0) - BEGIN).toBeLessThan(6 * HOUR + 5_000);
  await harness.crash();
  await harness.delivery().start();
  await pass(harness, 1);
  harness.discord.answer = () => delivered;
  const before = harness.discord.posts.length;
  await harness.resume(CHANNEL);
  await harness.time.run(MINUTE);
  expect(harness.discord.posts).toHaveLength(before + 1);
});

test('a refusal after a resume starts six new hours of retries', async () => {
  const harness = await refusedHarness();
  await pass(harness, 6.5);
  await harness.resume(CHANNEL);
  await pass(harness, 5.5);
  expect(harness.pauses).toHaveLength(1);
  await pass(harness, 1);
  expect(harness.pauses).toHaveLength(2);
});

test('the backlog of a paused target is dropped with a reason after a week', async () => {
  const harness = await refusedHarness();
  await pass(harness, 6.5);
  await pass(harness, 24 * 7 + 1);
  expect(await harness.journal().sealed(CHANNEL)).toEqual([]);
  const [past] = await harness.journal().noticesOf(CHANNEL, 5);
  expect(past?.end?.message?.why).toBe('target paused');
});

test('fault 83: a target whose address is held (40333) for a day is served with the others, not paused', async () => {
  const harness = await begun();
  harness.put(feed('f1'), feed('f2', { channelId: '201' }));
  const held: Outcome = {
    kind: 'retry',
    waitMs: MINUTE,
    everywhere: 'address',
    why: '403 40333: internal network error',
  };
  harness.discord.answer = () => held;
  await harness.ingest(sale());
  for (let minutes = 0; minutes < 24 * 60; minutes += 1) await harness.time.run(MINUTE);
  expect(harness.pauses).toEqual([]);
  expect(harness.refusals.size).toBe(0);
  harness.discord.answer = () => delivered;
  const before = harness.discord.posts.length;
  await harness.time.run(MINUTE + 1_000);
  expect(new Set(harness.discord.posts.slice(before).map(({ target }) => target))).toEqual(
    new Set(['channel:200', 'channel:201']),
  );
});

test('a listed refusal after unlisted ones pauses at once and drops the backlog', async () => {
  const harness = await refusedHarness();
  await pass(harness, 1);
  harness.discord.answer = () => ({ kind: 'refused', code: 50_001, why: '403 50001: Missing Access' });
  await harness.time.run(11 * MINUTE);
  expect(harness.pauses).toMatchObject([{ pause: { code: 50_001 } }]);
  expect(await harness.waiting(CHANNEL)).toEqual([]);
  expect(harness.refusals.size).toBe(0);
});

test('watches are retried in the same way, and paused after six hours', async () => {
  const harness = await begun();
  harness.put(watch('w1', { trigger: 'traded', price: null }));
  harness.discord.answer = () => unlisted(0);
  await harness.ingest(sale());
  await pass(harness, 5.5);
  expect(harness.refusals.get('user:400')).toMatchObject({ code: 0 });
  await pass(harness, 1);
  expect(harness.pauses).toMatchObject([{ pause: { target: PERSON, code: 0 } }]);
});
