/**
 * Measures CPU and memory of the bot's whole process, as `npm start` runs it: `node bench/resident.ts`, with
 * `--shops 100000`, `--watches 10000` and `--refreshes 30`, each with 0.5 % of the shops changed. An hour of simulated
 * time passes, after which one refresh reads every record again.
 */
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openBenchWorld } from './bot/bench-world.ts';
import { startParseUnit } from './bot/parse-unit.ts';
import { startSkippableBot } from './bot/skippable-bot.ts';
import { storeWatches } from './bot/store-watches.ts';
import { figuresOf, formatFigures, formatNumber } from './figures.ts';
import { watchesOf } from './refresh/watches.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: {
    shops: { type: 'string', default: '100000' },
    watches: { type: 'string', default: '10000' },
    refreshes: { type: 'string', default: '30' },
  },
});
const [shops, watches, refreshes] = [Number(values.shops), Number(values.watches), Number(values.refreshes)];
const REFRESH_MS = 121_000;
/** Work that remains once a snapshot is current: older files are removed, connections end. */
const SETTLED_MS = 500;
const PARSED_EVERY = 3;

const world = await openBenchWorld(shops);
await world.service.order({ share: 0 });
await storeWatches(world.environment(), watchesOf(watches, world.service.cheapest));
const unit = startParseUnit();
const bot = startSkippableBot(world.environment());
await world.snapshotAfter(0);
const parses: number[] = [];
const cpu: number[] = [];
const resident: number[] = [];
for (let refresh = 0; refresh < refreshes; refresh += 1) {
  await world.service.order({ share: 0.005 });
  if (refresh % PARSED_EVERY === 0) parses.push(await unit.parseMs(`${world.service.url}/shops/v1/getAllShops`));
  const before = world.snapshotAt();
  const { cpuMs } = await bot.skip(REFRESH_MS);
  await world.snapshotAfter(before);
  await wait(SETTLED_MS);
  const usage = await bot.usage();
  cpu.push(usage.cpuMs - cpuMs);
  resident.push(usage.residentBytes / 1e6);
}
await bot.stop();
unit.close();
await world.close();

const parseMs = figuresOf(parses).median;
const ratios = figuresOf(cpu.map((ms) => ms / parseMs));
const tenths = [0, 1, 2].map((third) => resident.slice((third * refreshes) / 3, ((third + 1) * refreshes) / 3));
process.stdout.write(
  `${formatNumber(shops)} shops, ${formatNumber(watches)} watches, ${refreshes} refreshes with 0.5 % changed; ` +
    `JSON.parse ${formatFigures(figuresOf(parses))} ms.\n` +
    `CPU of the whole process per refresh: ${formatFigures(ratios)} times JSON.parse.\n` +
    `Resident memory after a refresh, MB: ` +
    `${tenths.map((part) => formatFigures(figuresOf(part))).join(', then ')}; ` +
    `at the end ${formatNumber(resident.at(-1) ?? 0)}.\n`,
);
const last = tenths[2];
report({ [`process-cpu-${shops}`]: ratios, ...(last && { [`resident-${shops}`]: figuresOf(last) }) });
process.exit(0);
