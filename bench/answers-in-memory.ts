/**
 * Measures the answers that search a large part of a market: `node bench/answers-in-memory.ts`, with `--shops 500000`
 * and `--rounds 20`. It measures wall-clock time, since some kernels count CPU in ticks of 4 ms; another process on the
 * machine distorts the result.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { offersUpTo } from '../src/discord/render/answer/shops.ts';
import type { Filter } from '../src/market/search/filter.ts';
import { findOffers } from '../src/market/search/offers.ts';
import { resolveItem, suggestItems } from '../src/market/search/search.ts';
import { formatFigures, formatNumber, quantileFigures } from './figures.ts';
import { markdownTable } from './markdown-table.ts';
import { MarketCrier } from './refresh/market-crier.ts';
import { startSimulatedService } from './refresh/simulated-service.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: { shops: { type: 'string', default: '500000' }, rounds: { type: 'string', default: '20' } },
});
const shops = Number(values.shops);
const LETTERS = [
  'd',
  'di',
  'dia',
  'diam',
  'diamond sw',
  'sword',
  'shulker',
  'enchanted b',
  'sharpness 5',
  'potion of',
  'x',
];
const MISSPELT = ['dimaond', 'netherrite', 'shulkr box', 'elytraa', 'qqqqqq'];

const service = await startSimulatedService(shops, 'identity');
const crier = await MarketCrier.open(service.url);
await crier.refresh();
const market = crier.market();
if (market === null) throw new Error('no market');
const { owner, location } = [...market.shops][0] ?? {};
const filters: readonly Omit<Filter, 'containers'>[] = [
  { world: 'skyblock' },
  { maxPrice: 1 },
  { ...(owner && { owner: owner.uuid }) },
  { ...(location && { x: location.x, z: location.z, within: 100 }) },
];

const shopAnswer = (filter: Omit<Filter, 'containers'>) => {
  const query = { side: 'buy', sort: 'price', outOfStock: false, limit: offersUpTo(0) } as const;
  const steps = findOffers(market, { ...query, filter: { ...filter, containers: true } });
  while (!steps.next().done);
};

function msOf(job: () => unknown): number {
  const began = performance.now();
  job();
  return performance.now() - began;
}

const work = new Map<string, (() => unknown)[]>([
  ['autocomplete', LETTERS.map((text) => () => suggestItems(market, text))],
  ['autocomplete with a typing error', MISSPELT.map((text) => () => suggestItems(market, text))],
  ['item with a typing error', MISSPELT.map((text) => () => resolveItem(market, text))],
  ['/shop by filter', filters.map((filter) => () => shopAnswer(filter))],
  ['/shop by enchantment', [() => shopAnswer({ enchantments: [{ id: 'mending', comparison: 'at-least', level: 1 }] })]],
]);
const times = new Map([...work.keys()].map((name) => [name, [] as number[]]));
for (let round = -2; round < Number(values.rounds); round += 1) {
  for (const [name, jobs] of work) {
    const measured = jobs.map(msOf);
    // The first rounds run code that is not compiled yet.
    if (round >= 0) times.get(name)?.push(...measured);
  }
}
await crier.close();
service.close();

const rows = [...times].map(([name, of]) => [
  name,
  ...[0.5, 0.99].map((share) => formatFigures(quantileFigures(of, share))),
  formatNumber(Math.max(...of)),
]);
process.stdout.write(`${formatNumber(shops)} shops; wall-clock times in ms.\n\n`);
process.stdout.write(markdownTable(['answer', 'p50', 'p99', 'longest'], rows));
const p99 = (name: string) => quantileFigures(times.get(name) ?? [], 0.99);
report({ autocomplete: p99('autocomplete'), 'shop-by-filter': p99('/shop by filter') });
process.exit(0);
