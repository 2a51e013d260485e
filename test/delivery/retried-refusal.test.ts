import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { Outcome } from '../../src/ports/messenger.ts';
import { nextRetryMs } from '../../src/routing/retried-refusal.ts';
import { trade } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { BEGIN } from './harness.ts';
import { begun, CHANNEL, type Harness, MINUTE, PERSON, sale } from './samples.ts';

/** Stands on: delivery with a real journal, a clock that the test moves. */

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
  await harness.happen(sale());
  return harness;
}

/** Runs the clock for so many hours. */
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

test('fault 83: an unlisted 403 is retried with the same nonce for six hours, then pauses the feeds and notifies their makers', async () => {
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
  expect(warnings).toEqual(['Discord refuses messages of a target, retrying', 'Discord refuses a target: paused']);
});

test('other targets are told while one is refused', async () => {
  const harness = await refusedHarness();
  harness.put(feed('f3', { channelId: '201' }));
  await pass(harness, 1);
  await harness.happen(sale());
  await harness.time.run(2_000);
  expect(postsTo(harness, '201')).toHaveLength(1);
});

test('a resume after a pause of six hours sends the sealed message, then one digest', async () => {
  const harness = await refusedHarness();
  await harness.time.run(2_000);
  for (let n = 0; n < 40; n += 1) {
    await harness.happen(sale());
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
  await harness.happen(...Array.from({ length: 30 }, sale));
  await pass(harness, 2);
  const before = harness.discord.posts.length;
  harness.discord.answer = () => delivered;
  await harness.time.run(10 * MINUTE);
  expect(harness.discord.posts.slice(before).map(({ body }) => body.notices.length)).toEqual([1, 30]);
  expect(harness.pauses).toEqual([]);
  expect(harness.refusals.size).toBe(0);
  expect(
    harness.log.lines.filter(({ sentence }) => sentence.endsWith('takes messages of a target again')),
  ).toHaveLength(1);
});

test('a backlog is one digest though another turn makes it than the one that sent the sealed message', async () => {
  const harness = await refusedHarness();
  await harness.time.run(2_000);
  await harness.happen(...Array.from({ length: 30 }, sale));
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

test('after a restart the six hours go on from the first refusal', async () => {
  const harness = await refusedHarness();
  await pass(harness, 4);
  await harness.crash();
  await harness.delivery().start();
  await harness.time.run(MINUTE);
  const posts = harness.discord.posts.length;
  // The wait goes on at ten minutes, not at five seconds.
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

test('a refusal after a resume is retried for six hours of its own', async () => {
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

test('fault 83: a target that finds the address held (40333) for a day is sent to with the others, and is not paused', async () => {
  const harness = await begun();
  harness.put(feed('f1'), feed('f2', { channelId: '201' }));
  const held: Outcome = {
    kind: 'retry',
    waitMs: MINUTE,
    everywhere: 'address',
    why: '403 40333: internal network error',
  };
  harness.discord.answer = () => held;
  await harness.happen(sale());
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

test('a listed refusal after unlisted ones pauses at once and drops what waits, as ever', async () => {
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
  await harness.happen(sale());
  await pass(harness, 5.5);
  expect(harness.refusals.get('user:400')).toMatchObject({ code: 0 });
  await pass(harness, 1);
  expect(harness.pauses).toMatchObject([{ pause: { target: PERSON, code: 0 } }]);
});

const BLOCKED = {
  kind: 'rejected',
  why: '403 200000: Message was blocked by automatic moderation',
  isOfContent: true,
} as const;
const WORD = 66;

/** Sales for 1, 2, 3 … diamonds; a filter refuses the messages that tell of one for 66. */
const sales = (count: number, paid = 1) =>
  Array.from({ length: count }, (_, n): Change => {
    return { kind: 'traded', at: 0, trade: trade({ paid: paid + n }), shop: null };
  });
type Post = Harness['discord']['posts'][number];
const paidIn = ({ body }: Post) =>
  body.notices.map(({ cause }) =>
    cause.kind === 'change' && cause.change.kind === 'traded' ? cause.change.trade.paid : 0,
  );
const judge = (post: Post | undefined): Outcome =>
  post === undefined || paidIn(post).includes(WORD) ? BLOCKED : delivered;

/** What Discord took, each message once: it knows a nonce again. */
const taken = ({ discord }: Harness) => {
  const messages = new Map(discord.posts.map((post) => [post.sealed.nonce, post]));
  return [...messages.values()].filter((post) => judge(post).kind === 'delivered').map(paidIn);
};

test('fault 84: a merged message whose content is refused is split once: only the refused event is set aside', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.answer = () => judge(harness.discord.posts.at(-1));
  await harness.happen(...sales(2), ...sales(1, WORD), ...sales(1, 3));
  await harness.time.run(MINUTE);
  expect(harness.discord.posts.map(paidIn)).toEqual([[1, 2, WORD, 3], [1], [2], [WORD], [3]]);
  expect(new Set(harness.discord.posts.map(({ sealed }) => sealed.nonce)).size).toBe(5);
  await harness.happen(...sales(2, 8));
  await harness.time.run(MINUTE);
  expect(taken(harness).at(-1)).toEqual([8, 9]);
  expect(await harness.waiting(CHANNEL)).toEqual([]);
  expect(harness.pauses).toEqual([]);
  expect(harness.log.errors()).toMatchObject([{ facts: { why: BLOCKED.why } }]);
  const past = await harness.journal().noticesOf(CHANNEL, 9);
  expect(past.map(({ end }) => end?.message?.why ?? null)).toEqual([null, null, null, BLOCKED.why, null, null]);
  expect(await harness.journal().queue(harness.time.now())).toMatchObject({ depth: 0, refused: 1 });
});

test.each([1, 2, 3, 4, 5])(
  'fault 84: a kill at POST %i of a split message loses and repeats no event',
  async (post) => {
    const harness = await begun();
    harness.put(feed('f1'));
    harness.discord.answer = () =>
      harness.discord.posts.length === post ? new Promise<Outcome>(() => {}) : judge(harness.discord.posts.at(-1));
    await harness.happen(...sales(2), ...sales(1, WORD), ...sales(1, 3));
    await harness.time.run(MINUTE);
    await harness.crash();
    await harness.delivery().start();
    await harness.time.run(MINUTE);
    expect(taken(harness)).toEqual([[1], [2], [3]]);
    expect(await harness.waiting(CHANNEL)).toEqual([]);
    expect(await harness.journal().sealed(CHANNEL)).toEqual([]);
    expect(harness.log.errors()).toHaveLength(1);
  },
);

test('fault 84: the events of a split message do not wait for the cool-down that the first of them begins', async () => {
  const harness = await begun();
  harness.put(watch('w1', { trigger: 'traded', price: null, cooldownMinutes: 60 }));
  harness.discord.answer = () => judge(harness.discord.posts.at(-1));
  await harness.happen(...sales(1), ...sales(1, WORD), ...sales(10, 2));
  await harness.time.run(MINUTE);
  expect(taken(harness).flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(await harness.waiting(PERSON)).toEqual([]);
  expect(harness.log.errors()).toHaveLength(1);
});

test('fault 84: a refused digest is sent in parts, not in a message for each of its events', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.answer = () => judge(harness.discord.posts.at(-1));
  await harness.happen(...sales(WORD + 500));
  for (let minutes = 0; minutes < 10; minutes += 1) await harness.time.run(MINUTE);
  const told = taken(harness)
    .flat()
    .toSorted((a, b) => a - b);
  expect(told).toEqual(Array.from({ length: WORD + 500 }, (_, n) => n + 1).filter((paid) => paid !== WORD));
  expect(harness.discord.posts.length).toBeLessThan(100);
  expect(harness.log.errors()).toHaveLength(1);
});

test('fault 84: a message whose content is refused is set aside alone, and the next one is sent', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.answer = () => (harness.discord.posts.length === 1 ? BLOCKED : delivered);
  await harness.happen(sale());
  await harness.time.run(MINUTE);
  await harness.happen(sale());
  await harness.time.run(MINUTE);
  expect(harness.discord.posts).toHaveLength(2);
  expect(harness.pauses).toEqual([]);
  expect(harness.log.errors()).toMatchObject([{ facts: { why: BLOCKED.why } }]);
});
