/**
 * What `/price` costs: `node --max-semi-space-size=4 bench/price.ts [trades]`. A journal with trades of 400 days and a
 * market of 20,000 shops; the answer over 90 days, its chart, and the worth of everything.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { chartOf, gatherFacts } from '../commands/price/facts.ts';
import { chartSvg } from '../src/discord/chart/chart.ts';
import { picture } from '../src/discord/chart/picture.ts';
import { renderPrice } from '../src/discord/render/price.ts';
import { openJournal } from '../src/journal/journal.ts';
import { containerQuotes } from '../src/market/container-quotes.ts';
import type { ItemChoice } from '../src/market/item.ts';
import { load } from '../src/market/load.ts';
import type { Market } from '../src/market/market.ts';
import { variantsOf } from '../src/market/quotes.ts';
import type { Journal } from '../src/ports/journal.ts';
import { createWorths } from '../src/worths.ts';
import { everyTrade } from './every-trade.ts';
import { quantile, sayQuantiles } from './quantile.ts';
import { busiest, DAY_MS, drawItem, ENDED, items, shopAt, tableBytes, trade } from './trading.ts';
import { costOf } from './watch-stalls.ts';

const TRADES = Number(process.argv[2] ?? 1_000_000);
const SHOPS = 20_000;
const DAYS = 90;
const ANSWERS = 300;
const CHARTS = 200;
const PLAIN = 10;
const LOCALE = 'en-GB';
const MARKED_EVERY_MS = DAY_MS / 4;

const say = (line: string) => process.stdout.write(`${line}\n`);
const market = townOf(SHOPS);
const folder = mkdtempSync(join(tmpdir(), 'crier-bench-'));
try {
  const db = new DatabaseSync(join(folder, 'crier.events.sqlite'));
  db.exec('PRAGMA journal_mode = WAL');
  const journal = openJournal(db, () => ENDED);
  await measure(db, journal);
  await journal.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(db: DatabaseSync, journal: Journal): Promise<void> {
  const { cost } = await costOf(() => trade(journal, TRADES));
  await mark(journal);
  const bytes = tableBytes(db, ['trades', 'trade_groups', 'items', 'places']) / TRADES;
  say(`${TRADES} trades written in ${(cost.wallMs / 1_000).toFixed(0)} s; ${bytes.toFixed(1)} bytes a trade on disk, its sums included`);

  const often = { type: busiest.identity.type };
  await measureAnswers('the busiest item', () => often, journal);
  await measureAnswers('items by their weight', () => ({ type: items[drawItem()]?.identity.type ?? '' }), journal);
  measurePlain(db, often);
  await measureCharts(often, journal);

  const worths = createWorths(journal, () => market, () => ENDED);
  const { value, cost: all } = await costOf(async () => worths.all());
  say(`the worth of everything, 30 days: ${value.size} items in ${all.wallMs.toFixed(0)} ms, longest stall ${all.longestStallMs.toFixed(1)} ms`);
  say(`load average ${loadavg().map((load) => load.toFixed(1)).join(' ')}`);
}

async function answer(item: ItemChoice, journal: Journal, index: number) {
  const now = ENDED - index * 97_003;
  const facts = await gatherFacts(item, DAYS, { journal, market: () => market, now: () => now });
  const boxes = containerQuotes(market, item.type);
  const variants = variantsOf(market, item.type);
  renderPrice({ ...facts, item, days: DAYS, boxes, variants, freshness: '', hasPicture: true, locale: LOCALE });
  return facts;
}

async function measureAnswers(name: string, draw: () => ItemChoice, journal: Journal): Promise<void> {
  const times: number[] = [];
  const stalls: number[] = [];
  for (let index = 0; index < ANSWERS; index++) {
    const item = draw();
    const { cost } = await costOf(() => answer(item, journal, index));
    times.push(cost.wallMs);
    stalls.push(cost.longestStallMs);
  }
  say(
    `/price, ${DAYS} days, ${name}: the first ${times[0]?.toFixed(1)} ms, ${sayQuantiles(times)}; longest stall ${Math.max(...stalls).toFixed(1)} ms, p99 ${quantile(stalls, 0.99).toFixed(1)} ms`,
  );
}

function measurePlain(db: DatabaseSync, item: ItemChoice) {
  const times = Array.from({length: PLAIN}, (_, index) => {
  const began = performance.now();
  everyTrade(db, item.type, ENDED - 2 * DAYS * DAY_MS - index, ENDED);
  return performance.now() - began;
  });
  say(`plain ${sayQuantiles(times)}`);
}

async function measureCharts(item: ItemChoice, journal: Journal): Promise<void> {
  const facts = await answer(item, journal, 0);
  const chart = chartOf(item, facts, null, LOCALE);
  const svg: number[] = [];
  const png: number[] = [];
  const before = process.memoryUsage.rss();
  const { cost } = await costOf(async () => {
    for (let round = 0; round < CHARTS; round++) {
      const began = performance.now();
      await picture(chart);
      png.push(performance.now() - began);
    }
  });
  for (let round = 0; round < CHARTS; round++) {
    const began = performance.now();
    chartSvg(chart);
    svg.push(performance.now() - began);
  }
  const [cold = Number.NaN, ...warm] = png;
  const grown = (process.memoryUsage.rss() - before) / 1024 ** 2;
  say(`its chart: the first ${cold.toFixed(0)} ms, then ${sayQuantiles(warm)}, the slowest ${Math.max(...warm).toFixed(0)} ms, over 60: ${warm.filter((t) => t > 60).length}; longest stall ${cost.longestStallMs.toFixed(1)}; svg ${sayQuantiles(svg)}; rss +${grown.toFixed(0)} MB`);
}

async function mark(journal: Journal): Promise<void> {
  for (let at = ENDED - 2 * DAYS * DAY_MS; at < ENDED; at += MARKED_EVERY_MS) {
    const marks = items.map(({ identity }, which) => ({
      key: identity.key, type: identity.type, ask: shopAt(1 + (at / MARKED_EVERY_MS) % 40, which, at).price, bid: shopAt(4, which, at).price, stock: 640,
    }));
    await journal.recordMarks(at, marks);
  }
}

function townOf(shops: number): Market {
  const all = Array.from({ length: shops }, (_, at) => shopAt(at % 400, drawItem(), ENDED)).map((shop, id) => ({ ...shop, id }));
  const work = load(null, all, ENDED - 60_000);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value.market;
  }
}
