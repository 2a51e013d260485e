/**
 * Measures `/price`: `node --max-semi-space-size=4 bench/price.ts [trades]`. The journal holds trades of 400 days, and
 * the market 20,000 shops. It measures the answer over 90 days, its chart, and the worth of every item.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { chartOf } from '../commands/price/answer.ts';
import { chartSvg } from '../src/discord/chart/chart-svg.ts';
import { drawPicture } from '../src/discord/chart/picture.ts';
import { renderPrice } from '../src/discord/render/answer/price.ts';
import { Languages } from '../src/language/languages.ts';
import { NO_KIND_COUNTS } from '../src/market/prices/kind-counts.ts';
import { gatherFacts, quoteVariants } from '../src/prices/price-facts.ts';
import { createWorths } from '../src/prices/reference-prices.ts';
import { openJournal } from '../src/storage/sqlite/journal.ts';
import { NO_ICONS } from '../test/discord/no-icons.ts';
import { recordingLog } from '../test/log/recording-log.ts';
import { computeNaively } from './price-naive.ts';
import { formatQuantiles, quantile } from './quantile.ts';
import { type Stalls, stallsOf } from './stalls.ts';
import { busiest, drawItem, ENDED, items, marketOf, sampleDays, tableBytes, trade } from './trading.ts';

const TRADES = Number(process.argv[2] ?? 1_000_000);
const SHOPS = 20_000;
const DAYS = 90;
const ANSWERS = 200;
const PLAIN = 10;
const CHARTS = 150;
const LANGUAGE = new Languages().of('en-GB');

const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'crier-bench-'));
const db = new DatabaseSync(join(folder, 'crier.sqlite'));
db.exec('PRAGMA journal_mode = WAL');
const journal = openJournal(db, () => ENDED, recordingLog());
const market = marketOf(SHOPS);
try {
  await fill();
  await measureAnswers();
  await measureChart();
  await measureWorths();
  say(`load average of the last minute: ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const { stalls } = await stallsOf(() => trade(journal, TRADES));
  await sampleDays(journal, DAYS);
  const bytes = tableBytes(db, ['trades', 'trade_groups', 'items', 'places']) / TRADES;
  say(
    `${TRADES} trades written in ${(stalls.wallMs / 1_000).toFixed(0)} s: ${bytes.toFixed(1)} bytes on disk per trade`,
  );
}

async function measureAnswers(): Promise<void> {
  const busy = await costsOf(ANSWERS, (index) => answer(busiest.identity.type, momentOf(index)));
  const others = await costsOf(ANSWERS, (index) => answer(items[drawItem()]?.identity.type ?? '', momentOf(index)));
  const plain = await costsOf(PLAIN, async (index) => computeNaively(db, busiest.identity.type, DAYS, momentOf(index)));
  const { purchases, medianBefore, worth } = await answer(busiest.identity.type, ENDED);
  const plainly = computeNaively(db, busiest.identity.type, DAYS, ENDED);
  assert.deepEqual([purchases?.trades, purchases?.median], [plainly.purchases?.trades, plainly.purchases?.median]);
  assert.deepEqual([medianBefore, worth.sellers], [plainly.before?.median ?? null, plainly.worth.sellers]);
  say(`/price over ${DAYS} days, the busiest item (${purchases?.trades} purchases): ${formatCosts(busy)}`);
  say(`/price over ${DAYS} days, items weighted by their trades: ${formatCosts(others)}`);
  say(`every single trade read and added up: ${formatCosts(plain)}, ${ratio(plain, busy)} times as long as /price`);
}

async function measureChart(): Promise<void> {
  const chart = chartOf(
    { type: busiest.identity.type },
    await answer(busiest.identity.type, ENDED),
    null,
    null,
    LANGUAGE,
  );
  const png = await costsOf(CHARTS, () => drawPicture(chart));
  const svg = await costsOf(CHARTS, async () => chartSvg(chart));
  const kilobytes = (await drawPicture(chart)).attachment.length / 1_024;
  say(`its chart (${kilobytes.toFixed(0)} KB, in a thread): ${formatCosts(png)}`);
  say(`its SVG alone, on the event loop: ${formatCosts(svg)}; the picture takes ${ratio(png, svg)} times as long`);
}

async function measureWorths(): Promise<void> {
  const worths = createWorths(
    journal,
    () => market,
    () => ENDED,
  );
  const { value, stalls } = await stallsOf(async () => worths.all());
  const [wall, stall] = [stalls.wallMs.toFixed(0), stalls.longestMs.toFixed(1)];
  say(`the worth of all ${value.size} items, 30 days: ${wall} ms, longest stall ${stall} ms`);
}

/** The command's answer, without Discord. */
async function answer(type: string, now: number) {
  const worths = createWorths(
    journal,
    () => market,
    () => now,
  );
  const sources = { journal, worths, market: () => market, tradesKnownSince: async () => null, now: () => now };
  const facts = await gatherFacts({ type }, DAYS, sources);
  const quotes = quoteVariants({ type }, market);
  const words = {
    freshness: '',
    chart: 'rose',
    lacksChart: false,
    view: 'chart',
    isGone: false,
    hasShops: true,
    icons: NO_ICONS,
    language: LANGUAGE,
  } as const;
  renderPrice({ ...facts, ...quotes, ...words, counts: NO_KIND_COUNTS, item: { type }, days: DAYS });
  return facts;
}

/** Moments within the last hours, so that the period begins and ends inside a bucket. */
function momentOf(index: number): number {
  return ENDED - 1_000 - index * 97_003;
}

async function costsOf(jobs: number, work: (index: number) => Promise<unknown>): Promise<readonly Stalls[]> {
  const costs: Stalls[] = [];
  for (let index = 0; index < jobs; index++) costs.push((await stallsOf(() => work(index))).stalls);
  return costs;
}

/** The first answer is measured separately: nothing is compiled, read or started yet. */
function formatCosts([first, ...costs]: readonly Stalls[]): string {
  const stalls = costs.map(({ longestMs }) => longestMs);
  const [p99, longest] = [quantile(stalls, 0.99).toFixed(1), Math.max(...stalls).toFixed(1)];
  const times = formatQuantiles(costs.map(({ wallMs }) => wallMs));
  return `${times}; stalls p99 ${p99} ms, longest ${longest} ms (first ${first?.wallMs.toFixed(0)} ms)`;
}

function ratio(costs: readonly Stalls[], others: readonly Stalls[]): string {
  const middle = (some: readonly Stalls[]) =>
    quantile(
      some.map(({ wallMs }) => wallMs),
      0.5,
    );
  return (middle(costs) / middle(others)).toFixed(1);
}
