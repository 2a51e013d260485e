import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeChart } from '../../../src/discord/chart/describe.ts';
import { anyChart, chartOf, DAY, NOW, traded } from './charts.ts';

test('the picture in words: range, last price, trades, direction, ask, watched price, outages', () => {
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
    'Slime Block, 30 days: median from 0.20 to 0.31, last 0.31, 12 purchases, rising. Best ask now 0.35. Watched price 0.25. Stream down 2 times.',
  );
});

test('nothing is said of what is not known', () => {
  expect(describeChart(chartOf())).toBe('Slime Block, 30 days: no purchases seen.');
  const asks = [
    { at: 0, ask: 2 },
    { at: NOW - DAY, ask: null },
  ];
  expect(describeChart(chartOf({ points: traded([3]), asks }))).toBe(
    'Slime Block, 30 days: median 3, 3 purchases. Best ask last 2.',
  );
});

test.each([
  ['falling', [4, 4, 4, 3, 3, 3]],
  ['steady', [4, 4.1, 4, 4.2, 4.1, 4]],
  ['rising', [1, 1, 9, 2, 2, 2]],
])('a price is %s by the usual price of its halves', (trend, medians) => {
  expect(describeChart(chartOf({ points: traded(medians) }))).toContain(`, ${trend}.`);
});

test('it is one line of 300 characters at most, whatever the players wrote', () => {
  fc.assert(
    fc.property(anyChart, (chart) => {
      const words = describeChart(chart);
      expect(words.length).toBeLessThanOrEqual(300);
      expect(words).not.toMatch(/NaN|undefined|[\n\u202a-\u202e]/);
      expect(words.isWellFormed()).toBe(true);
    }),
  );
});
