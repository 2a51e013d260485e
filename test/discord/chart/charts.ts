import fc from 'fast-check';
import { textWidth } from '../../../src/discord/chart/font.ts';
import type { ChartPoint, PriceChart } from '../../../src/discord/chart/price-chart.ts';
import { ENGLISH } from '../../../src/language/english.ts';
import { Language } from '../../../src/language/language.ts';
import { anyCodePoint } from '../../any-code-point.ts';

export const HOUR = 60 * 60_000;
export const DAY = 24 * HOUR;
export const STEP = 6 * HOUR;
export const NOW = Date.UTC(2026, 10, 21, 14, 37);

/** Returns English texts with the numbers and dates of another language. */
export const languageOf = (tag: string) => new Language(tag, (key) => ENGLISH[key], String);

/** Returns a step that began `stepsAgo` steps ago. A null median stands for no trades. */
export function pointAt(stepsAgo: number, median: number | null, trades = 3): ChartPoint {
  const from = NOW - stepsAgo * STEP;
  const summary = median === null ? null : { median, p10: median * 0.9, p90: median * 1.1, volume: 12, trades };
  return { from, until: from + STEP, summary };
}

/** Returns an empty chart of thirty days. */
export function chartOf(some: Partial<PriceChart> = {}): PriceChart {
  const nothing = { points: [], mixed: null, asks: [], outages: [], target: null, knownSince: null };
  return {
    title: 'Slime Block',
    kindName: 'Slime Block',
    from: NOW - 30 * DAY,
    to: NOW,
    now: NOW,
    language: languageOf('en'),
    ...nothing,
    ...some,
  };
}

/** Returns steps with these medians, the last ending now. */
export function traded(medians: readonly (number | null)[]): ChartPoint[] {
  return medians.map((median, at) => pointAt(medians.length - at, median));
}

const price = fc.oneof(
  fc.constantFrom(0, 1, 7_000_000, 1e12),
  fc.double({ min: 0, max: 1e12, noNaN: true }),
  fc.integer({ min: 1, max: 3_456 }).map((count) => 1 / count),
  fc.double({ min: 0.2, max: 0.3, noNaN: true }),
);

const moment = (days: number) => fc.integer({ min: NOW - days * DAY, max: NOW + DAY });

const summary = fc.record({
  median: price,
  p10: price,
  p90: price,
  volume: fc.integer({ min: 0, max: 1e9 }),
  trades: fc.integer({ min: 1, max: 1_000 }),
});

const languages = ['en', 'de', 'fr', 'es-ES', 'pl', 'ru', 'uk', 'tr', 'ja', 'ko', 'zh-CN'].map(languageOf);

/** Charts of any range, with prices from 0 to 1e12, hostile titles, and marks inside and outside the range. */
export const anyChart: fc.Arbitrary<PriceChart> = fc
  .tuple(
    fc.integer({ min: 0, max: 120 * DAY }),
    fc.constantFrom(HOUR, STEP, DAY),
    fc.array(fc.option(summary), { maxLength: 60 }),
    fc.array(fc.record({ at: moment(130), ask: fc.option(price) }), { maxLength: 40 }),
    fc.array(fc.record({ from: moment(130), lasting: fc.option(fc.integer({ min: 0, max: 3 * DAY })) }), {
      maxLength: 6,
    }),
    fc.record({
      title: fc.oneof(
        fc.string({ unit: anyCodePoint }),
        fc.string(),
        fc.constantFrom('Slime Block', 'スライム', 'Блок', ''),
      ),
      kindName: fc.constantFrom('Slime Block', 'スライム'),
      target: fc.option(price),
      language: fc.constantFrom(...languages),
      knownSince: fc.option(moment(60)),
      mixedUntil: fc.option(moment(60)),
    }),
  )
  .map(([length, step, summaries, asks, outages, { mixedUntil, ...rest }]) => ({
    ...rest,
    from: NOW - length,
    to: NOW,
    now: NOW,
    ...partedAt(
      mixedUntil,
      summaries.map((paid, at) => {
        const from = NOW - (summaries.length - at) * step;
        return { from, until: from + step, summary: paid };
      }),
    ),
    asks: asks.toSorted((a, b) => a.at - b.at),
    outages: outages.map(({ from, lasting }) => ({ from, until: lasting === null ? null : from + lasting })),
  }));

/** Separates the steps before `until`, in which kinds were mixed. */
function partedAt(until: number | null, points: readonly ChartPoint[]): Pick<PriceChart, 'points' | 'mixed'> {
  if (until === null) return { points, mixed: null };
  return {
    points: points.filter(({ from }) => from >= until),
    mixed: { until, points: points.filter(({ from }) => from < until) },
  };
}

export interface Label {
  readonly words: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
}

/** Returns the labels of a picture with their bounding boxes, from the top of capitals to the foot of descenders. */
export function labelsOf(svg: string): Label[] {
  return [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, attributes = '', content = '']) => {
    const value = (name: string) => attributes.match(new RegExp(`(?:^| )${name}="([^"]*)"`))?.[1] ?? '';
    const words = unescapeXml(content);
    const [x, baseline, size] = [Number(value('x')), Number(value('y')), Number(value('font-size'))];
    const width = textWidth(words, size, value('font-weight') === '600' ? 600 : 400);
    const left = { start: x, middle: x - width / 2, end: x - width }[value('text-anchor')] ?? Number.NaN;
    return { words, left, right: left + width, top: baseline - size * 0.75, bottom: baseline + size * 0.2, baseline };
  });
}

function unescapeXml(content: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return content.replace(/&(\w+);/g, (_, name: string) => signs[name] ?? '');
}
