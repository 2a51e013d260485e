import { expect, test } from 'vitest';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import type { WatchTrigger } from '../../src/routing/watch.ts';
import { evaluateWeek } from '../../src/subscriptions/evaluate.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { outlookOf } from '../../src/subscriptions/watch-outlook.ts';
import { HOUR_MS } from '../../src/time/durations.ts';
import { item as itemOf, marketOf, shop } from '../market/samples.ts';
import { NO_WORTHS } from '../prices/no-worths.ts';
import { watch } from '../routing/samples.ts';
import { openOnFile } from '../storage/sqlite/journal/open.ts';
import { item, traded } from '../storage/sqlite/journal/samples.ts';

const NOW = Date.UTC(2026, 10, 22, 10, 30);
const BEGAN = NOW - HOUR_MS;
const PAST = NOW - 72 * HOUR_MS;

test.each<[WatchTrigger, number, number]>([
  ['traded', 12, PAST],
  ['auctioned', 0, PAST],
  ['listed', 0, BEGAN],
  ['restocked', 0, BEGAN],
  ['sold-out', 0, BEGAN],
  ['at-or-below', 0, BEGAN],
])('for `%s` the known week starts with the stream’s past or with the first shops', async (trigger, times, since) => {
  const { journal } = openOnFile(() => NOW);
  const changes = Array.from({ length: 12 }, (_, at) => traded(PAST + at * HOUR_MS));
  await journal.record({ changes, notices: [] });
  const price = trigger === 'at-or-below' ? 5 : null;
  const subscriptions = askInMemory(new SubscriptionsInMemory());
  const parts = { market: () => null, journal, worths: NO_WORTHS, subscriptions, beganAt: BEGAN, now: () => NOW };
  const { lastWeek } = await outlookOf(watch('w1', { trigger, price }), parts);
  expect(lastWeek).toEqual({ times, since });
});

test('`/watch explain` counts the same messages before a watch was created as the answer to its creation', async () => {
  const { journal } = openOnFile(() => NOW);
  const close = [0, 1, 2].map((minute) => traded(PAST + minute * 60_000));
  await journal.record({ changes: [...close, traded(PAST + 5 * HOUR_MS, item('DIRT'))], notices: [] });
  const subscriptions = askInMemory(new SubscriptionsInMemory());
  const parts = { market: () => null, journal, worths: NO_WORTHS, subscriptions, beganAt: BEGAN, now: () => NOW };
  const made = watch('w1', { trigger: 'traded', price: null, cooldownMinutes: 60, createdAt: NOW });
  const { lastWeek } = await outlookOf(made, parts);
  expect(lastWeek?.times).toBe(2);
  expect(await evaluateWeek(made, parts, NOW)).toEqual({ evaluations: [], earlier: 2, since: lastWeek?.since });
  expect(lastWeek?.since).not.toBeNull();
});

test('the known week of a rare item starts with the first recorded event of any item, not with its own', async () => {
  const { journal } = openOnFile(() => NOW);
  const began = NOW - 150 * HOUR_MS;
  const others = Array.from({ length: 12 }, (_, at) => traded(began + at * HOUR_MS, item('DIRT')));
  await journal.record({ changes: [...others, traded(PAST)], notices: [] });
  const subscriptions = askInMemory(new SubscriptionsInMemory());
  const parts = { market: () => null, journal, worths: NO_WORTHS, subscriptions, beganAt: BEGAN, now: () => NOW };
  const { lastWeek } = await outlookOf(watch('w1', { trigger: 'traded', price: null }), parts);
  expect(lastWeek).toEqual({ times: 1, since: began });
  const early = others.map((_, at) => traded(NOW - 166 * HOUR_MS + at * 60_000, item('DIRT')));
  await journal.record({ changes: early, notices: [] });
  const { lastWeek: whole } = await outlookOf(watch('w1', { trigger: 'traded', price: null }), parts);
  expect(whole, 'a quiet hour at its begin is no lack of knowledge').toEqual({ times: 1, since: null });
});

test.each([
  ['at-or-below', 'ask', 1, 0.33],
  ['at-or-below', 'ask', 0.283, 0.094],
  ['at-or-above', 'bid', 2, 0.67],
] as const)('%s: a shop (%s) of 3 for %d is found by its displayed price %d', async (trigger, side, paid, price) => {
  const { journal } = openOnFile(() => NOW);
  const there = shop(1, { item: itemOf('SLIME_BLOCK', { quantity: 3 }), price: paid, side, remaining: 64 });
  const market = marketOf(there);
  const subscriptions = askInMemory(new SubscriptionsInMemory());
  const parts = { market: () => market, journal, worths: NO_WORTHS, subscriptions, beganAt: BEGAN, now: () => NOW };
  const asked = { type: 'SLIME_BLOCK' };
  // The price is the tighter of the two bounds, or equal.
  const filter = { item: asked, containers: true, maxPrice: 9, minPrice: 0 };
  const { matching, extreme } = await outlookOf(watch('w1', { item: asked, trigger, price, filter }), parts);
  expect(matching).toMatchObject({ total: 1 });
  expect(extreme, 'no warning that nobody asks or bids so').toBeNull();
});
