import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chartSvg } from '../../../src/discord/chart/chart-svg.ts';
import { describeChart } from '../../../src/discord/chart/picture.ts';
import { anyChart, chartOf, DAY, labelsOf, NOW, traded } from './charts.ts';

test('a chart description states prices, purchases, ask, watched price and outages', () => {
  const chart = chartOf({
    points: traded([0.2, 0.21, null, 0.3, 0.31]),
    asks: [{ at: 0, ask: 0.35 }],
    target: 0.25,
    outages: [
      { from: NOW - 3 * DAY, until: NOW - 2 * DAY },
      { from: NOW - DAY, until: null },
      { from: NOW - 90 * DAY, until: NOW - 80 * DAY },
    ],
  });
  expect(describeChart(chart)).toBe(
    'Slime Block, 30 days. 12 purchases, median rose from 0.20 to 0.31. Cheapest to buy now: 0.35 each. Watched price: 0.25 each. The live stream was down 2 times.',
  );
});

test('a chart description omits unknown facts', () => {
  expect(describeChart(chartOf())).toBe('Slime Block, 30 days. No purchases seen.');
  const asks = [
    { at: 0, ask: 2 },
    { at: NOW - DAY, ask: null },
  ];
  expect(describeChart(chartOf({ points: traded([3]), asks }))).toBe(
    'Slime Block, 30 days. 3 purchases, median 3. Cheapest to buy when last in stock: 2 each.',
  );
});

test.each([
  [[440, 400], '6 purchases, median fell from 440 to 400.'],
  [[4, 4.1, 4, 4.2, 4.1, 4], '18 purchases, median 4. Lowest 4, highest 4.20.'],
  [[1, 1, 3, 2], '12 purchases, median rose from 1 to 2. Lowest 1, highest 3.'],
  [[0.25, 0.25], '6 purchases, median 0.25.'],
])('a chart description follows the price from first to last: %j', (medians, expected) => {
  expect(describeChart(chartOf({ points: traded(medians) }))).toBe(`Slime Block, 30 days. ${expected}`);
});

test('a price range cut off in the picture is described as such, with its end', () => {
  const points = traded([1, 1.1, 1.2, 1.1, 1]).map((point, at) => {
    return at === 2 && point.summary ? { ...point, summary: { ...point.summary, p90: 4_000 } } : point;
  });
  expect(describeChart(chartOf({ points }))).toContain('Most trades reach up to 4,000, cut off in the picture.');
  const labels = labelsOf(chartSvg(chartOf({ points }))).map(({ words }) => words);
  expect(labels).toEqual(expect.arrayContaining(['Most trades, up to 4,000', '4,000']));
  const whole = chartOf({ points: traded([1, 1.1, 1.2, 1.1, 1]) });
  expect(`${describeChart(whole)} ${chartSvg(whole)}`).not.toMatch(/cut|up to/);
});

test('a chart description is one line of at most 300 characters, for any names', () => {
  fc.assert(
    fc.property(anyChart, (chart) => {
      const words = describeChart(chart);
      expect(words.length).toBeLessThanOrEqual(300);
      expect(words).not.toMatch(/NaN|undefined|[\n\u202a-\u202e]/);
      expect(words.isWellFormed()).toBe(true);
    }),
  );
});
