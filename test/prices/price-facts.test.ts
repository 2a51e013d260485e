import { expect, test } from 'vitest';
import { chartOf } from '../../commands/price/answer.ts';
import { describeChart } from '../../src/discord/chart/picture.ts';
import type { Trade } from '../../src/market/change.ts';
import { identify } from '../../src/market/item/identity.ts';
import { gatherFacts } from '../../src/prices/price-facts.ts';
import { createWorths } from '../../src/prices/reference-prices.ts';
import { createTradesKnownSince } from '../../src/prices/trades-known-since.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/durations.ts';
import { ENGLISH } from '../language/spoken.ts';
import { openOnFile } from '../storage/sqlite/journal/open.ts';
import { item, purchase, shop } from '../storage/sqlite/journal/samples.ts';

const NOW = Date.UTC(2026, 10, 21, 14, 37);
const DAY_AGO = NOW - 24 * HOUR_MS;
const slime = item('SLIME_BLOCK', identify('SLIME_BLOCK').key);

interface Paid {
  readonly at: number;
  readonly each: number;
  readonly kind?: 'sale';
  /** Number of the owner of the shop where the trade happened. */
  readonly owner?: number;
}

type PaidAt = readonly [at: number, each: number, kind?: 'sale'];

/** Gathers the facts of `/price` over a day with purchases of slime blocks at these prices and times. */
function factsOf(...paid: readonly PaidAt[]) {
  return factsSince(0, ...paid);
}

function factsSince(beganAt: number, ...paid: readonly PaidAt[]) {
  const trades = paid.map(([at, each, kind]) => ({ at, each, ...(kind && { kind }) }));
  return gather(1, trades, beganAt);
}

async function gather(days: number, paid: readonly Paid[], beganAt = 0) {
  const { journal } = openOnFile(() => NOW);
  const changes = paid.map(({ at, each, kind, owner = 1 }) => {
    const location = { ...shop().location, x: 100 * owner };
    const trade: Trade = { ...purchase(at, slime, 3 * each), kind: kind ?? 'purchase', location };
    const uuid = `00000000-0000-0000-0000-${String(owner).padStart(12, '0')}`;
    return {
      kind: 'traded',
      at,
      trade,
      shop: { ...shop(), item: slime, location, owner: { name: 'O', uuid } },
    } as const;
  });
  await journal.record({ changes, notices: [] });
  const market = () => null;
  const now = () => NOW;
  const worths = createWorths(journal, market, now);
  const tradesKnownSince = createTradesKnownSince({ journal, beganAt, now });
  const facts = await gatherFacts({ type: 'SLIME_BLOCK' }, days, { journal, worths, market, tradesKnownSince, now });
  return { ...facts, worthElsewhere: await worths.of({ type: 'SLIME_BLOCK', key: slime.identity.key }) };
}

/** Creates two purchases at each of three sellers, at one price each. */
const atThreeSellers = (daysAgo: number, each: number): Paid[] =>
  [1, 2, 3].flatMap((owner) => [0, 1].map((of) => ({ at: NOW - daysAgo * 24 * HOUR_MS - of, each, owner })));

test('the worth covers 30 days for any span, and is the same as in /deals and alerts', async () => {
  const paid = [...atThreeSellers(60, 90), ...atThreeSellers(20, 10), ...atThreeSellers(2, 10)];
  for (const days of [1, 7, 30, 90]) {
    const { worth, worthElsewhere, purchases } = await gather(days, paid);
    expect(worth).toMatchObject({ worth: 10, trades: 12 });
    expect(worth).toEqual(worthElsewhere);
    expect(purchases?.trades ?? 0).toBe({ 1: 0, 7: 6, 30: 12, 90: 18 }[days]);
  }
});

test('the trend compares the last 7 days with the worth, for any span', async () => {
  const paid = [...atThreeSellers(20, 10), ...atThreeSellers(15, 10), ...atThreeSellers(2, 7)];
  for (const days of [1, 7, 30]) {
    // Each seller's own median of 30 days is 10.
    expect(await gather(days, paid)).toMatchObject({
      worth: { worth: 10 },
      trend: { percent: 30, direction: 'under' },
    });
  }
});

test('a trend needs a sample of the week, and purchases before it', async () => {
  const few = [{ at: NOW - 1, each: 5 }];
  expect((await gather(30, [...atThreeSellers(20, 10), ...few])).trend).toBeNull();
  expect(await gather(30, atThreeSellers(2, 10))).toMatchObject({ worth: { worth: 10 }, trend: null });
});

test('text, chart and alt text use the same trades, those within the day', async () => {
  const facts = await factsOf([DAY_AGO - 1, 5], [DAY_AGO, 10]);
  expect(facts.purchases).toMatchObject({ trades: 1, median: 10 });
  const chart = chartOf({ type: 'SLIME_BLOCK' }, facts, null, null, ENGLISH);
  expect(chart.points.map(({ summary }) => summary?.trades ?? 0)).toEqual([1, 0, 0, 0, 0]);
  expect(chart.points[0]?.from).toBe(DAY_AGO);
  expect(describeChart(chart)).toBe('Slime Block, 1 day. 1 purchase, median 10.');
});

test('prices paid by players and by shops are separate, and the latter affect no chart, trend or worth', async () => {
  const bought = Array.from({ length: 5 }, (_, at) => [NOW - at, 10] as const);
  const sold = Array.from({ length: 7 }, (_, at) => [NOW - at, 2, 'sale'] as const);
  const before = Array.from({ length: 9 }, (_, at) => [DAY_AGO - 1 - at, 3, 'sale'] as const);
  const alone = await factsOf(...bought);
  const facts = await factsOf(...bought, ...sold, ...before);
  expect([facts.purchases?.median, facts.purchases?.trades]).toEqual([10, 5]);
  expect([facts.sales?.median, facts.sales?.trades]).toEqual([2, 7]);
  expect([facts.purchases, facts.points, facts.medianBefore]).toEqual([alone.purchases, alone.points, null]);
  expect(facts.worth).toEqual(alone.worth);
});

test('prices are not compared with a period of fewer than five purchases', async () => {
  const before = (trades: number) => Array.from({ length: trades }, (_, at) => [DAY_AGO - 1 - at, 5] as const);
  expect((await factsOf(...before(4))).medianBefore).toBeNull();
  expect((await factsOf(...before(5))).medianBefore).toBe(5);
});

test('single events from before the first start do not move the start of the known period', async () => {
  const began = NOW - HOUR_MS;
  const known = await factsSince(began, [NOW - 20 * HOUR_MS, 5], [NOW - 1, 5]);
  expect([known.knownSince, known.hasEarlierTrades]).toEqual([began, true]);
  const never = await factsSince(began, [NOW - 1, 5]);
  expect([never.knownSince, never.hasEarlierTrades]).toEqual([began, false]);
  expect((await factsSince(DAY_AGO, [NOW - 1, 5])).knownSince).toBeNull();
  expect((await factsSince(DAY_AGO + 1, [NOW - 1, 5])).knownSince).toBe(DAY_AGO + 1);
});

test('hourly events from before the first start move the start of the known period to the first of them', async () => {
  const hourly = (hours: number) =>
    Array.from({ length: hours }, (_, at) => [NOW - (hours - at) * HOUR_MS, 5] as const);
  expect((await factsSince(NOW - 1, ...hourly(23))).knownSince).toBeNull();
  expect((await factsSince(NOW - 1, ...hourly(12))).knownSince).toBe(NOW - 12 * HOUR_MS);
});

test.each([
  ['just now', 1],
  ['20 days ago', 20 * DAY_MS],
])('nothing is known from before the month that the stream replayed at a first start %s', async (_, agoMs) => {
  const began = NOW - agoMs;
  const replayedAt = began - 30 * DAY_MS;
  const replayed = Array.from({ length: 60 }, (_, at) => ({ at: replayedAt + at * 12 * HOUR_MS, each: 5 }));
  expect(await gather(90, replayed, began)).toMatchObject({ knownSince: replayedAt, hasEarlierTrades: false });
  expect((await gather(30, replayed, began)).knownSince).toBeNull();
});

test('the first day of a store is unknown until its first start, for every number of days', async () => {
  const began = NOW - 29 * DAY_MS;
  expect((await gather(30, [], began)).knownSince).toBe(began);
  expect((await gather(29, [], began)).knownSince).toBeNull();
});
