import { expect, test } from 'vitest';
import { thinAsks } from '../../../src/discord/chart/plot.ts';
import { askSpans, tradedPoints } from '../../../src/discord/chart/price-chart.ts';
import { runsOf } from '../../../src/discord/chart/series.ts';
import { chartOf, HOUR, NOW, traded } from './charts.ts';

const runs = (...medians: (number | null)[]) =>
  runsOf(tradedPoints(chartOf({ points: traded(medians) }))).map((run) => run.map(({ summary }) => summary.median));

test('a chart line continues over three steps without trades, not over four', () => {
  expect(runs(1, null, null, null, 2)).toEqual([[1, 2]]);
  expect(runs(1, null, null, null, null, 2, 3)).toEqual([[1], [2, 3]]);
});

test('a chart line treats omitted steps like steps without trades', () => {
  const points = traded([1, null, 2, null, null, null, null, null, 3]).filter(({ summary }) => summary !== null);
  expect(runsOf(tradedPoints(chartOf({ points }))).map(({ length }) => length)).toEqual([2, 1]);
});

test('on a chart an ask lasts until the next one, the first from the left edge and the last until now', () => {
  const chart = chartOf({
    to: NOW + HOUR,
    asks: [
      { at: 0, ask: 5 },
      { at: NOW - 4 * HOUR, ask: null },
      { at: NOW - HOUR, ask: 4 },
    ],
  });
  expect(askSpans(chart)).toEqual([
    { from: chart.from, until: NOW - 4 * HOUR, ask: 5 },
    { from: NOW - HOUR, until: NOW, ask: 4 },
  ]);
});

test('asks interrupted within a pixel are merged, except the current one', () => {
  const flicker = Array.from({ length: 50 }, (_, at) => ({ from: 4 * at, until: 4 * at + 1, ask: 5 }));
  const times = thinAsks(flicker, 100).map(({ from, until }) => [from, until]);
  expect(times).toEqual([
    [0, 97],
    [100, 193],
    [196, 197],
  ]);
});

test('asks changed within a pixel are merged at their best price, and longer ones keep their length', () => {
  const spans = [
    { from: 0, until: 2, ask: 5 },
    { from: 2, until: 4, ask: 3 },
    { from: 4, until: 90, ask: 6 },
  ];
  expect(thinAsks(spans, 10)).toEqual([{ from: 0, until: 4, ask: 3 }, spans[2]]);
});
