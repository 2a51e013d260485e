/**
 * Measures how long people wait for an answer during a refresh: `node bench/answers.ts`, with `--shops 500000` and
 * `--answers 100` (the minimum of each kind). The bot runs in its own process, on a clock that skips from refresh to
 * refresh; the bench asks one question at a time through the local Discord.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type BenchWorld, openBenchWorld } from './bot/bench-world.ts';
import { startSkippableBot } from './bot/skippable-bot.ts';
import { formatFigures, formatNumber, quantileFigures } from './figures.ts';
import { markdownTable } from './markdown-table.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: { shops: { type: 'string', default: '500000' }, answers: { type: 'string', default: '100' } },
});
const [shops, answers] = [Number(values.shops), Number(values.answers)];
const REFRESH_MS = 121_000;
const MOST_REFRESHES = 20;

/**
 * The questions, asked in turn. `Letters` are the beginnings that a person types on the way to an item, one with a
 * typing error.
 */
const LETTERS = ['d', 'dia', 'diamond sw', 'shulker', 'enchanted bo', 'dimaond'];
const KINDS: Readonly<Record<string, (world: BenchWorld, at: number) => Promise<unknown>>> = {
  autocomplete: ({ actor }, at) => actor().autocomplete('/shop', 'item', LETTERS[at % LETTERS.length] ?? ''),
  '/shop': ({ ask }) => ask('/shop', { item: 'DIAMOND' }),
  '/shop by filter': ({ ask }) => ask('/shop', { world: 'skyblock', 'max-price': 3 }),
};

/** Asks one question of each kind in turn until the signal aborts. Gives the durations in ms by kind. */
async function askUntil(world: BenchWorld, isOver: (asked: number) => boolean) {
  const times = new Map(Object.keys(KINDS).map((kind) => [kind, [] as number[]]));
  for (let asked = 0; !isOver(asked); asked += 1) {
    for (const [kind, ask] of Object.entries(KINDS)) {
      const began = performance.now();
      await ask(world, asked);
      times.get(kind)?.push(performance.now() - began);
    }
  }
  return times;
}

const world = await openBenchWorld(shops);
await world.service.order({ share: 0 });
const registered = world.discord.events.next('commands', () => true, 60_000);
const bot = startSkippableBot(world.environment());
await registered;
await world.snapshotAfter(0);
await askUntil(world, (asked) => asked >= 10);
const idle = await askUntil(world, (asked) => asked >= answers);
const busy = new Map(Object.keys(KINDS).map((kind) => [kind, [] as number[]]));
for (let refresh = 0; refresh < MOST_REFRESHES && (busy.get('/shop')?.length ?? 0) < answers; refresh += 1) {
  await world.service.order({ share: 0.005 });
  const before = world.snapshotAt();
  await bot.skip(REFRESH_MS);
  const times = await askUntil(world, () => world.snapshotAt() > before);
  for (const [kind, some] of times) busy.get(kind)?.push(...some);
}
await bot.stop();
await world.close();

const row = (kind: string, when: string, times: readonly number[]) => [
  kind,
  when,
  ...[0.5, 0.99].map((share) => formatFigures(quantileFigures(times, share))),
  formatNumber(Math.max(...times)),
  String(times.length),
];
const rows = Object.keys(KINDS).flatMap((kind) => [
  row(kind, 'idle', idle.get(kind) ?? []),
  row(kind, 'during a refresh', busy.get(kind) ?? []),
]);
process.stdout.write(`${formatNumber(shops)} shops, through the bot; times in ms.\n\n`);
process.stdout.write(markdownTable(['question', 'when', 'p50', 'p99', 'longest', 'answers'], rows));
const p99 = (kind: string) => quantileFigures(busy.get(kind) ?? [], 0.99);
report({ 'autocomplete-in-refresh': p99('autocomplete'), 'shop-in-refresh': p99('/shop') });
process.exit(0);
