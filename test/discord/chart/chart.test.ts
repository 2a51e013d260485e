import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chartSvg } from '../../../src/discord/chart/chart-svg.ts';
import { isDrawable } from '../../../src/discord/chart/font.ts';
import type { AskStep } from '../../../src/discord/chart/price-chart.ts';
import { propertyRuns } from '../../property-runs.ts';
import { anyChart, chartOf, DAY, labelsOf, languageOf, NOW, traded } from './charts.ts';

const FIVE_MINUTES = 5 * 60_000;

const wordsOf = (svg: string) => labelsOf(svg).map(({ words }) => words);
const legendOf = (svg: string) =>
  labelsOf(svg)
    .filter(({ baseline }) => baseline >= 468)
    .map(({ words }) => words);
const parse = (svg: string) => new Resvg(svg, { font: { loadSystemFonts: false } });

test('every chart is well-formed XML with finite numbers', () => {
  fc.assert(
    fc.property(anyChart, (chart) => {
      const svg = chartSvg(chart);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
      expect(parse(svg).width).toBe(720);
    }),
    { numRuns: propertyRuns(1 / 4) },
  );
});

test('chart labels never overlap or leave the card, and the font can draw them all', () => {
  fc.assert(
    fc.property(anyChart, (chart) => {
      const labels = labelsOf(chartSvg(chart));
      for (const [at, a] of labels.entries()) {
        expect(isDrawable(a.words)).toBe(true);
        expect(a.left).toBeGreaterThanOrEqual(10);
        expect(a.right).toBeLessThanOrEqual(710);
        const over = labels.slice(at + 1).find((b) => overlap(a, b));
        expect(over && [a.words, over.words]).toBeUndefined();
      }
    }),
    { numRuns: propertyRuns(1 / 4) },
  );
});

type Box = ReturnType<typeof labelsOf>[number];

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

test.each([
  ['</text><script>alert(1)</script>', '</text><script>alert(1)</script>'],
  ['Wool & "Silk" \'x\'', 'Wool & "Silk" \'x\''],
  ['evil\u202Eexe.\u0000txt', 'evilexe. txt'],
  ['Ärger Блок Κύβος', 'Ärger Блок Κύβος'],
])('a hostile name is displayed literally: %j', (title, shown) => {
  const svg = chartSvg(chartOf({ kindName: title }));
  expect(wordsOf(svg)[0]).toBe(shown);
  expect(svg).not.toContain('<script');
});

test.each(['スライム', 'كتلة', 'Egg 🥚', 'half \uD83E pair', 'private \uE123\uFFFF'])(
  'a name that the font cannot draw is replaced by that of its type, or left out: %j',
  (title) => {
    expect(wordsOf(chartSvg(chartOf({ title })))[0]).toBe('Slime Block');
    expect(wordsOf(chartSvg(chartOf({ kindName: title })))[0]).toMatch(
      /^Diamonds each · Oct 22.–.Nov 21, 2026 \(UTC\)$/,
    );
  },
);

test('a very long name is cut to fit the card', () => {
  const [title] = labelsOf(chartSvg(chartOf({ kindName: 'W'.repeat(10_000) })));
  expect(title?.words).toMatch(/^W{15,}…$/);
  expect(title?.right).toBeLessThanOrEqual(700);
});

test('the chart legend lists exactly the drawn marks', () => {
  const asks = [{ at: 0, ask: 2 }];
  const all = {
    points: traded([1, 2]),
    asks,
    outages: [{ from: NOW - DAY, until: null }],
    target: 1.5,
    knownSince: NOW - 20 * DAY,
  };
  expect(legendOf(chartSvg(chartOf()))).toEqual([]);
  expect(legendOf(chartSvg(chartOf({ asks })))).toEqual(['Cheapest to buy']);
  expect(legendOf(chartSvg(chartOf(all)))).toEqual([
    ...['Median paid', 'Most trades', 'Cheapest to buy', 'Watched price', 'Items bought (right)', 'Live stream down'],
    'Before Crier watched',
  ]);
  const near = [
    { at: 0, ask: 95 },
    { at: NOW - DAY, ask: 104 },
  ];
  expect(legendOf(chartSvg(chartOf({ asks: near })))).toEqual(['Cheapest to buy', 'Axis starts at 95']);
});

test('a chart without trades has the words “No purchases seen”, and draws the asks', () => {
  expect(wordsOf(chartSvg(chartOf()))).toContain('No purchases and no offers seen');
  const asked = chartSvg(chartOf({ asks: [{ at: 0, ask: 5 }] }));
  expect(wordsOf(asked)).toContain('No purchases seen in this time');
  expect(asked).toContain('stroke="#e69f00"');
});

test('a single trade is drawn as a dot, in the legend too', () => {
  expect(chartSvg(chartOf({ points: traded([3, null, null]) })).match(/<circle [^>]*fill="#56b4e9"/g)).toHaveLength(2);
});

test.each([
  ['the only one', [{ at: NOW - FIVE_MINUTES, ask: 4 }]],
  [
    'the last of a line',
    [
      { at: 0, ask: 5 },
      { at: NOW - FIVE_MINUTES, ask: 4 },
    ],
  ],
  [
    'gone at once',
    [
      { at: NOW - DAY, ask: 4 },
      { at: NOW - DAY + FIVE_MINUTES, ask: null },
    ],
  ],
])('a best ask of five minutes has its own mark: %s', (_, asks) => {
  const dots = (some: AskStep[]) =>
    chartSvg(chartOf({ asks: some })).match(/<path d="[^"]*l8 8l-8 8l-8 -8Z" fill="#e69f00"/g) ?? [];
  const inLegend = asks.some(({ at }) => at === 0) ? 0 : 1;
  expect(dots(asks)).toHaveLength(1 + inLegend);
  expect(dots([{ at: 0, ask: 4 }])).toHaveLength(0);
});

test('chart prices and dates follow the reader’s language', () => {
  const points = traded([1_150.5, 2_000, 1_800]);
  const german = wordsOf(chartSvg(chartOf({ points, target: 1_150.5, language: languageOf('de') })));
  expect(german).toEqual(expect.arrayContaining(['1.150,50', '2.000', '21. Nov.']));
  expect(wordsOf(chartSvg(chartOf({ points, language: languageOf('ja') })))).toContain('11月21日');
  expect(wordsOf(chartSvg(chartOf({ points: traded([7_000_000]) })))).toContain('8,000,000');
});

test('an outage of a minute is wide enough to see, and an ongoing one ends now', () => {
  const outages = [
    { from: NOW - 9 * DAY, until: NOW - 9 * DAY + 60_000 },
    { from: NOW - DAY, until: null },
  ];
  const drawn = chartSvg(chartOf({ outages })).matchAll(/<rect x="([\d.]+)" y="130" width="([\d.]+)"/g);
  const [short, open] = [...drawn].map(([, x, width]) => ({ x: Number(x), width: Number(width) }));
  expect(short?.width).toBe(2);
  expect((open?.x ?? 0) + (open?.width ?? 0)).toBeCloseTo(700, 0);
});

test('purchases of mixed kinds are a dotted line with their end date in the legend', () => {
  const points = traded([3, 4, 5, 4]);
  const until = points[2]?.from ?? 0;
  const chart = chartOf({ points: points.slice(2), mixed: { until, points: points.slice(0, 2) } });
  const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(until);
  expect(legendOf(chartSvg(chart)).join('|')).toContain('kinds mixed');
  expect(legendOf(chartSvg(chart)).join('|')).toContain(`Before ${date}`);
  expect(chartSvg(chart)).toContain('stroke-dasharray="0.1 9"');
  expect(legendOf(chartSvg({ ...chart, mixed: { until, points: [] } })).join()).not.toContain('mixed');
});
