import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { Outcome } from '../../src/ports/delivery.ts';
import { trade } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { begun, CHANNEL, type Harness, MINUTE, PERSON, sale } from './samples.ts';

/** Stands on: delivery with a real journal, a clock that the test advances. */

const delivered: Outcome = { kind: 'delivered', messageId: '1' };
const BLOCKED = {
  kind: 'rejected',
  why: '403 200000: Message was blocked by automatic moderation',
  isOfContent: true,
} as const;
const WORD = 66;

/** Returns sales for 1, 2, 3 … diamonds; a filter rejects the messages that contain one for 66. */
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

/** Returns the messages that Discord accepted, each nonce once. */
const taken = ({ discord }: Harness) => {
  const messages = new Map(discord.posts.map((post) => [post.sealed.nonce, post]));
  return [...messages.values()].filter((post) => judge(post).kind === 'delivered').map(paidIn);
};

test('fault 84: a merged message with rejected content is split once, and loses one event only', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.answer = () => judge(harness.discord.posts.at(-1));
  await harness.ingest(...sales(2), ...sales(1, WORD), ...sales(1, 3));
  await harness.time.run(MINUTE);
  expect(harness.discord.posts.map(paidIn)).toEqual([[1, 2, WORD, 3], [1], [2], [WORD], [3]]);
  expect(new Set(harness.discord.posts.map(({ sealed }) => sealed.nonce)).size).toBe(5);
  await harness.ingest(...sales(2, 8));
  await harness.time.run(MINUTE);
  expect(taken(harness).at(-1)).toEqual([8, 9]);
  expect(await harness.waiting(CHANNEL)).toEqual([]);
  expect(harness.pauses).toEqual([]);
  expect(harness.log.errors()).toMatchObject([{ facts: { why: BLOCKED.why } }]);
  const past = await harness.journal().noticesOf(CHANNEL, 9);
  expect(past.map(({ end }) => end?.message?.why ?? null)).toEqual([null, null, null, BLOCKED.why, null, null]);
  expect(await harness.journal().queue(harness.time.now())).toMatchObject({ depth: 0, refused: 1 });
});

test('fault 84: the first accepted part of a split message mentions the role, and no other part does', async () => {
  const harness = await begun();
  harness.put(feed('f1', { roleId: '7' }));
  harness.discord.answer = () => judge(harness.discord.posts.at(-1));
  const roles = () => harness.discord.posts.splice(0).map((post) => [...paidIn(post), ...post.body.roleIds]);
  await harness.ingest(...sales(1, WORD), ...sales(3, 2));
  await harness.time.run(MINUTE);
  expect(roles()).toEqual([[WORD, 2, 3, 4, '7'], [WORD, '7'], [2, '7'], [3], [4]]);
  await harness.ingest(...sales(2, 8));
  await harness.time.run(MINUTE);
  expect(roles()).toEqual([[8, 9, '7']]);
  expect(harness.log.errors()).toHaveLength(1);
});

test('fault 84: a one-time watch ends with the first accepted part, and later parts go to other watches', async () => {
  const harness = await begun();
  const trades = { trigger: 'traded', price: null, cooldownMinutes: 0 } as const;
  harness.put(watch('w1', { ...trades, repeat: 'once' }), watch('w2', trades));
  harness.discord.answer = () => judge(harness.discord.posts.at(-1));
  const paidPrices = () =>
    harness.discord.posts.map((post) => [
      ...paidIn(post),
      ...post.body.notices.map(({ subscriptions }) => subscriptions.join(' ')),
    ]);
  await harness.ingest(...sales(1, WORD), ...sales(3, 2));
  await harness.time.run(MINUTE);
  expect(paidPrices()).toEqual([
    [WORD, 2, 3, 4, 'w1 w2', 'w2', 'w2', 'w2'],
    [WORD, 'w1 w2'],
    [2, 'w1 w2'],
    [3, 'w2'],
    [4, 'w2'],
  ]);
  expect(harness.subscriptions.get('w1')).toBeUndefined();
  expect(await harness.waiting(PERSON)).toEqual([]);
  expect(harness.log.errors()).toHaveLength(1);
});

test.each([1, 2, 3, 4, 5])(
  'fault 84: a kill at POST %i of a split message loses and repeats no event',
  async (post) => {
    const harness = await begun();
    harness.put(feed('f1'));
    harness.discord.answer = () =>
      harness.discord.posts.length === post ? new Promise<Outcome>(() => {}) : judge(harness.discord.posts.at(-1));
    await harness.ingest(...sales(2), ...sales(1, WORD), ...sales(1, 3));
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

test('fault 84: the events of a split message do not wait for the cool-down that its first part begins', async () => {
  const harness = await begun();
  harness.put(watch('w1', { trigger: 'traded', price: null, cooldownMinutes: 60 }));
  harness.discord.answer = () => judge(harness.discord.posts.at(-1));
  await harness.ingest(...sales(1), ...sales(1, WORD), ...sales(10, 2));
  await harness.time.run(MINUTE);
  expect(taken(harness).flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(await harness.waiting(PERSON)).toEqual([]);
  expect(harness.log.errors()).toHaveLength(1);
});

test('fault 84: a rejected digest is sent in parts, not in one message per event', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.answer = () => judge(harness.discord.posts.at(-1));
  await harness.ingest(...sales(WORD + 500));
  for (let minutes = 0; minutes < 10; minutes += 1) await harness.time.run(MINUTE);
  const paidPrices = taken(harness)
    .flat()
    .toSorted((a, b) => a - b);
  expect(paidPrices).toEqual(Array.from({ length: WORD + 500 }, (_, n) => n + 1).filter((paid) => paid !== WORD));
  expect(harness.discord.posts.length).toBeLessThan(100);
  expect(harness.log.errors()).toHaveLength(1);
});

test('fault 84: a message with rejected content is dropped alone, and the next one is sent', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.answer = () => (harness.discord.posts.length === 1 ? BLOCKED : delivered);
  await harness.ingest(sale());
  await harness.time.run(MINUTE);
  await harness.ingest(sale());
  await harness.time.run(MINUTE);
  expect(harness.discord.posts).toHaveLength(2);
  expect(harness.pauses).toEqual([]);
  expect(harness.log.errors()).toMatchObject([{ facts: { why: BLOCKED.why } }]);
});
