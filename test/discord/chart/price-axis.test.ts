import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chartSvg } from '../../../src/discord/chart/chart-svg.ts';
import { tradedPoints } from '../../../src/discord/chart/price-chart.ts';
import { labelPrices, priceAxis, priceTicks, timeTicks } from '../../../src/discord/chart/ticks.ts';
import { chartOf, HOUR, labelsOf, languageOf, NOW, traded } from './charts.ts';

const pricesUpTo = fc.tuple(fc.double({ min: 0, max: 1e12, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));

test('price ticks are round, few, around the data, and distinct as text', () => {
  fc.assert(
    fc.property(pricesUpTo, ([high, part]) => {
      const low = high * part;
      const { values, step } = priceTicks(low, high);
      expect(Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toPrecision(6))).toBeOneOf([1, 2, 5]);
      expect(values.length).toBeGreaterThanOrEqual(2);
      expect(values.length).toBeLessThanOrEqual(6);
      expect(values[0]).toBeLessThanOrEqual(low * (1 + 1e-9));
      expect((values.at(-1) ?? 0) * (1 + 1e-9)).toBeGreaterThanOrEqual(high);
      expect(new Set(labelPrices(values, step, languageOf('en'))).size).toBe(values.length);
    }),
  );
});

test('the price axis starts at 0, unless that would hide the differences', () => {
  expect(priceTicks(95, 104).values).toEqual([95, 100, 105]);
  expect(priceTicks(60, 104).values[0]).toBe(0);
  expect(priceTicks(1, 9).values).toEqual([0, 5, 10]);
});

test('equal prices have an axis with a height, 0 included', () => {
  expect(priceTicks(2, 2).values).toEqual([0, 0.5, 1, 1.5, 2]);
  expect(priceTicks(0, 0).values).toEqual([0, 1]);
});

test('date ticks are in the range, within the requested number, and at whole hours of UTC', () => {
  const range = fc.tuple(fc.integer({ min: 0, max: NOW }), fc.integer({ min: 1, max: 400 * 24 * HOUR }));
  fc.assert(
    fc.property(range, fc.integer({ min: 1, max: 8 }), ([from, length], most) => {
      const ticks = timeTicks(from, from + length, most);
      expect(ticks.length).toBeLessThanOrEqual(most);
      expect(ticks.every((at) => at >= from && at <= from + length && at % HOUR === 0)).toBe(true);
      expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b));
    }),
  );
});

test('a price spike is clipped, with an arrow and its price', () => {
  const medians = Array.from({ length: 40 }, (_, at) => (at === 20 ? 100 : 1 + (at % 3) / 10));
  const labels = labelsOf(chartSvg(chartOf({ points: traded(medians) })));
  expect(labels.find(({ words }) => words === '100')?.baseline).toBeLessThan(130);
  expect(labels.map(({ words }) => words)).toEqual(expect.arrayContaining(['0', '1.00']));
});

test('one very high ask is clipped too', () => {
  const asks = [{ at: 0, ask: 1_000_000 }];
  const labels = labelsOf(chartSvg(chartOf({ points: traded([1, 1.1, 1.2, 1.1]), asks })));
  expect(labels.find(({ words }) => words === '1,000,000')?.baseline).toBeLessThan(130);
  expect(labels.map(({ words }) => words)).toContain('1.00');
});

test('a lasting rise is not clipped as a spike', () => {
  const medians = Array.from({ length: 40 }, (_, at) => (at < 30 ? 1 : 100));
  expect(labelsOf(chartSvg(chartOf({ points: traded(medians) }))).map(({ words }) => words)).toContain('100');
});

test('the price axis starts close to prices that differ little, and at 0 for equal ones', () => {
  const first = (medians: readonly number[]) =>
    priceAxis(tradedPoints(chartOf({ points: traded(medians) })), [], null)?.values[0];
  expect(first([7_000_000, 7_200_000, 7_100_000])).toBe(6_000_000);
  expect(first([2, 2, 2])).toBe(0);
});
