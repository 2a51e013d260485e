import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDrawable } from '../../../src/discord/chart/font.ts';
import { drawPicture } from '../../../src/discord/chart/picture.ts';
import { describeSalesChart, type SalesChart, salesChartSvg } from '../../../src/discord/chart/sales-chart.ts';
import { propertyRuns } from '../../property-runs.ts';
import { DAY, labelsOf, languageOf, NOW } from './charts.ts';

function salesChart(some: Partial<SalesChart> = {}): SalesChart {
  const days = [0, 12, 3, 0, 30, 7.5, 1].map((earned, at, all) => {
    const from = NOW - (all.length - at) * DAY;
    return { from, until: from + DAY, earned, spent: 0 };
  });
  return {
    ...{ title: 'Your shops', from: NOW - 7 * DAY, to: NOW, now: NOW, days, sales: 21 },
    ...{ outages: [], knownSince: null, language: languageOf('en') },
    ...some,
  };
}

const wordsOf = (chart: SalesChart) => labelsOf(salesChartSvg(chart)).map(({ words }) => words);

const diamonds = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e12, noNaN: true }), fc.nat(500));
const anySales: fc.Arbitrary<SalesChart> = fc
  .record({
    amounts: fc.array(fc.record({ earned: diamonds, spent: diamonds }), { minLength: 1, maxLength: 91 }),
    outages: fc.array(
      fc.record({ from: fc.integer({ min: NOW - 90 * DAY, max: NOW }), until: fc.constantFrom(NOW, null) }),
    ),
    knownSince: fc.option(fc.integer({ min: NOW - 90 * DAY, max: NOW })),
    language: fc.constantFrom(...['en', 'de', 'ru', 'tr', 'ja', 'ko', 'zh-CN'].map(languageOf)),
  })
  .map(({ amounts, ...rest }) => {
    const from = NOW - amounts.length * DAY;
    const days = amounts.map((paid, at) => ({ from: from + at * DAY, until: from + (at + 1) * DAY, ...paid }));
    return salesChart({ ...rest, from, days });
  });

test('every chart of sales has finite numbers, and drawable labels that neither overlap nor leave the card', () => {
  fc.assert(
    fc.property(anySales, (chart) => {
      const svg = salesChartSvg(chart);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
      const labels = labelsOf(svg);
      for (const [at, a] of labels.entries()) {
        expect(isDrawable(a.words)).toBe(true);
        expect([a.left >= 10, a.right <= 710]).toEqual([true, true]);
        const over = labels
          .slice(at + 1)
          .find((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
        expect(over && [a.words, over.words]).toBeUndefined();
      }
    }),
    { numRuns: propertyRuns(1 / 4) },
  );
});

test('the legend of sales lists exactly the drawn marks', () => {
  expect(wordsOf(salesChart()).slice(-1)).toEqual(['Earned']);
  const days = salesChart().days.map((day) => ({ ...day, spent: 2 }));
  const outages = [{ from: NOW - 2 * DAY, until: NOW - DAY }];
  const all = salesChart({ days, outages, knownSince: NOW - 5 * DAY });
  expect(wordsOf(all).slice(-4)).toEqual(['Earned', 'Spent', 'Live stream down', 'Before Crier watched']);
});

test('the tallest bar of earned diamonds stands on the best day and reaches its amount', () => {
  const svg = salesChartSvg(salesChart());
  const bars = [
    ...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="#1a9e7a"\/>/g),
  ];
  const heights = bars.map(([, , , , height]) => Number(height));
  // The last rectangle is the swatch of the legend. Days without earnings have no bar.
  expect(heights.length).toBe(5 + 1);
  expect(heights[2]).toBeCloseTo((heights[0] ?? 0) * (30 / 12), 0);
});

test('a time without sales says that none was seen', () => {
  const days = salesChart().days.map((day) => ({ ...day, earned: 0 }));
  expect(wordsOf(salesChart({ days, sales: 0 }))).toContain('No sales seen in this time');
});

test('the alt text names the sum, the best day and the outages', () => {
  const outages = [{ from: NOW - 2 * DAY, until: null }];
  expect(describeSalesChart(salesChart({ outages }))).toBe(
    'Your shops, 7 days. 21 sales seen, 53.50 diamonds earned. Best day: Nov 18 with 30 diamonds. The live stream was down 1 time.',
  );
});

test('a chart of sales is a PNG with alt text', async () => {
  const { attachment, name, description } = await drawPicture(salesChart());
  expect([name, attachment.subarray(1, 4).toString()]).toEqual(['sales.png', 'PNG']);
  expect(description).toMatch(/^Your shops, 7 days\./);
});
