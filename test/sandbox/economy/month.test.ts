import { expect, test } from 'vitest';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import type { EconomyEvent } from '../../../sandbox/economy/domain.ts';
import { planMonth } from '../../../sandbox/economy/month.ts';
import { replayEvent, stockUp } from '../../../sandbox/economy/past-event.ts';
import { DAY_MS } from '../../../src/time/durations.ts';

const until = Date.parse('2026-06-30T12:00:00Z');

function live() {
  const economy = createEconomy({ seed: 5, shops: 4_000 });
  const emitted: EconomyEvent[] = [];
  economy.onEvent((event) => emitted.push(event));
  const stockOfAsks = () =>
    economy
      .shops()
      .filter(({ type }) => type !== 'BUYING')
      .map(({ remaining }) => remaining);
  const before = stockOfAsks();
  const prices = economy.shops().map(({ price }) => price);
  const month = planMonth(economy, { seed: 5, events: 3_000, until });
  stockUp(economy, month);
  for (const event of month) replayEvent(economy, event);
  return { economy, emitted, month, before, after: stockOfAsks(), prices };
}

const { economy, emitted, month, before, after, prices } = live();

test('a replayed month has its events in order of time, keeps stock and prices, and is deterministic', () => {
  expect(emitted).toHaveLength(3_000);
  const times = emitted.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((left, right) => left - right));
  expect(times.at(0)).toBeGreaterThan(until - 30 * DAY_MS - 1);
  expect(times.at(-1)).toBeLessThan(until);
  expect(after).toEqual(before);
  expect(economy.shops().map(({ price }) => price)).toEqual(prices);
  expect(live().month).toEqual(month);
});

test('evenings are busier than nights, and some items are traded daily, others rarely', () => {
  const between = (from: number, to: number) =>
    emitted.filter(({ at }) => new Date(at).getUTCHours() >= from && new Date(at).getUTCHours() < to).length;
  expect(between(18, 22)).toBeGreaterThan(5 * between(3, 7));
  const items = emitted.map((event) => (event.kind === 'auction' ? event.item.type : event.shop.item.type));
  const counts = [...Map.groupBy(items, (type) => type).values()].map(({ length }) => length);
  expect(Math.max(...counts)).toBeGreaterThan(30);
  expect(counts.filter((count) => count <= 2).length).toBeGreaterThan(100);
});

test('past prices are close to the current ones, but not equal', () => {
  const shares = emitted.flatMap((event) => {
    const price = event.kind === 'transaction' && economy.shop(event.shop.id)?.price;
    return price && price >= 10 ? [event.paid / (price * (event.moved / event.shop.item.quantity))] : [];
  });
  expect(Math.min(...shares)).toBeGreaterThan(0.7);
  expect(Math.max(...shares)).toBeLessThan(1.3);
  expect(shares.filter((share) => Math.abs(share - 1) > 0.05).length).toBeGreaterThan(shares.length / 4);
});
