/**
 * Measures the time from a process's start until the bot answers `/shop` with shops: `node bench/start.ts`, with
 * `--shops 100000` and `--rounds 3`. It runs with and without V8's compile cache, and with and without a saved
 * snapshot.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BotProcess, startBot } from '../sandbox/bot.ts';
import { type BenchWorld, openBenchWorld } from './bot/bench-world.ts';
import { cpuMsOfProcess } from './bot/process-cpu.ts';
import { type Figures, figuresOf, formatFigures } from './figures.ts';
import { markdownTable } from './markdown-table.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: { shops: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '3' } },
});
const GIVEN_UP_MS = 120_000;
const ASKED_AGAIN_MS = 20;
/** Words of each line of `/shop`'s list. Before the shops are read, an answer lacks them. */
const LISTED = 'in stock';

interface Started {
  readonly wallMs: number;
  /** null where the system does not report it. */
  readonly cpuMs: number | null;
}

/** Time from the start until the bot answers with shops, ms. The bench asks again until it does. */
async function firstAnswer(world: BenchWorld, bot: BotProcess, began: number): Promise<Started> {
  for (;;) {
    if (bot.process.exitCode !== null) throw new Error(`the bot has ended:\n${bot.log()}`);
    if (performance.now() - began > GIVEN_UP_MS) throw new Error('the bot does not answer');
    const isAnswered = await world.ask('/shop', { item: 'DIAMOND' }).then(
      ({ components }) => JSON.stringify(components).includes(LISTED),
      () => false, // Discord has dropped the interaction, so the bench asks again.
    );
    const wallMs = performance.now() - began;
    if (isAnswered) return { wallMs, cpuMs: cpuMsOfProcess(bot.process.pid ?? 0) };
    await wait(ASKED_AGAIN_MS);
  }
}

async function start(world: BenchWorld, environment: Readonly<Record<string, string>>): Promise<Started> {
  const identified = world.discord.events.next('gateway', ({ what }) => what === 'identified', GIVEN_UP_MS);
  const began = performance.now();
  const bot = startBot({ ...world.environment(), ...environment });
  try {
    await identified;
    return await firstAnswer(world, bot, began);
  } finally {
    await bot.stop();
  }
}

const world = await openBenchWorld(Number(values.shops));
await world.service.order({ share: 0 });
const home = await mkdtemp(join(tmpdir(), 'crier-bench-home-'));
const compiled = { HOME: home };
const notCompiled = { HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' };
// A run before it: registers the commands, and saves the snapshot and V8's compiled code.
const registered = world.discord.events.next('commands', () => true, GIVEN_UP_MS);
const before = startBot({ ...world.environment(), ...compiled });
await registered;
await world.snapshotAfter(0);
await before.stop();

const started = new Map<string, Started[]>();
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const [cache, environment] of [
    ['compile cache', compiled],
    ['no compile cache', notCompiled],
  ] as const) {
    const store = `sqlite://${join(home, `${round}-${cache.length}`, 'crier.sqlite')}`;
    const measured = [
      ['saved snapshot', await start(world, environment)],
      ['new store', await start(world, { ...environment, STORE_URL: store })],
    ] as const;
    for (const [kind, one] of measured) {
      const name = `${kind}, ${cache}`;
      started.set(name, [...(started.get(name) ?? []), one]);
    }
  }
}
await world.close();
await rm(home, { recursive: true, force: true });

const seconds = (name: string, of: (one: Started) => number | null): Figures | null => {
  const known = (started.get(name) ?? []).map(of).filter((ms) => ms !== null);
  return known.length === 0 ? null : figuresOf(known.map((ms) => ms / 1_000));
};
const cells = (figures: Figures | null) => (figures === null ? 'unknown' : formatFigures(figures));
const rows = [...started.keys()].map((name) => [
  name,
  cells(seconds(name, ({ wallMs }) => wallMs)),
  cells(seconds(name, ({ cpuMs }) => cpuMs)),
]);
process.stdout.write(markdownTable(['start with', 'time to the first answer, s', 'CPU time until then, s'], rows));
const [cold, warm] = ['saved snapshot, no compile cache', 'saved snapshot, compile cache'].map((name) =>
  seconds(name, ({ wallMs }) => wallMs),
);
report({
  ...(cold && { [`first-answer-cold-${values.shops}`]: cold }),
  ...(warm && { [`first-answer-warm-${values.shops}`]: warm }),
});
process.exit(0);
