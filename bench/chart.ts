import { chartSvg } from '../src/discord/chart/chart-svg.ts';
import { renderChart } from '../src/discord/chart/picture.ts';
import type { PriceChart } from '../src/discord/chart/price-chart.ts';
import { Languages } from '../src/language/languages.ts';
import { formatQuantiles } from './quantile.ts';
import { sequence } from './random.ts';

/**
 * Measures the chart of a busy item: its SVG (on the event loop), its PNG (in a thread), its size, and the memory after
 * many.
 */
const DAY_MS = 24 * 60 * 60_000;
const ROUNDS = 50;
const MANY = Number(process.argv[2] ?? 0);

const ENGLISH = new Languages().of('en');
const random = sequence(7);
const say = (line: string) => process.stdout.write(`${line}\n`);

const small = chartOf(30, DAY_MS / 4, 200);
const large = chartOf(90, DAY_MS / 4, 60_000);
await renderChart(small);

for (const [name, chart] of Object.entries({ '30 days, 200 asks': small, '90 days, 60,000 asks': large })) {
  const svg = await timesOf(() => chartSvg(chart));
  const png = await timesOf(() => renderChart(chart));
  const kilobytes = (await renderChart(chart)).length / 1024;
  say(`${name}: svg ${formatQuantiles(svg)}, png ${formatQuantiles(png)}, ${kilobytes.toFixed(0)} KB`);
}

if (MANY > 0) {
  const before = process.memoryUsage.rss();
  for (let at = 0; at < MANY; at += 1) await renderChart(small);
  const grown = (process.memoryUsage.rss() - before) / 1024 ** 2;
  say(`${MANY} more charts: resident memory grew by ${grown.toFixed(0)} MB from ${(before / 1024 ** 2).toFixed(0)} MB`);
}

async function timesOf(work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}

function chartOf(days: number, stepMs: number, asks: number): PriceChart {
  const to = Date.UTC(2026, 10, 21);
  const from = to - days * DAY_MS;
  const points = Array.from({ length: (days * DAY_MS) / stepMs }, (_, at) => {
    const median = 1 + random();
    const summary = { median, p10: median * 0.9, p90: median * 1.2, volume: Math.ceil(random() * 900), trades: 9 };
    return { from: from + at * stepMs, until: from + (at + 1) * stepMs, summary };
  });
  return {
    ...{
      title: 'Slime Block',
      kindName: 'Slime Block',
      from,
      to,
      now: to,
      knownSince: null,
      mixed: null,
      language: ENGLISH,
      target: 1.25,
      points,
    },
    asks: Array.from({ length: asks }, (_, at) => ({ at: from + (at / asks) * (to - from), ask: 1.2 + random() })),
    outages: Array.from({ length: 20 }, (_, at) => ({ from: from + at * DAY_MS, until: from + at * DAY_MS + 60_000 })),
  };
}
