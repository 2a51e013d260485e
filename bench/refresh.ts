/**
 * Measures a refresh, from the first byte of the answer until the snapshot is current and saved: `node
 * bench/refresh.ts`, with `--shops 4600,100000` (4,600 is a live service's number; larger numbers are stress tests),
 * `--watches`, `--rounds` (of each scenario in a process), `--processes` (for costs, and as many for stalls, for each
 * number of shops; half of both for more than 100,000 shops) and `--coding gzip`. The unit of all ratios is the main
 * thread's CPU time for JSON.parse of the same body, parsed in the same process just before. Other work on the machine
 * distorts the ratios: a refresh runs in slices and loses its caches in between, JSON.parse runs in one go.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { AS_STARTED } from './bot/as-started.ts';
import { formatNumber } from './figures.ts';
import { formatGrowth, formatSize, type Size } from './refresh/format.ts';
import { figuresOfGoals } from './refresh/goal-figures.ts';
import type { Measured, MeasureOptions } from './refresh/measure-process.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: {
    shops: { type: 'string', default: '4600,100000' },
    watches: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    processes: { type: 'string', default: '1' },
    coding: { type: 'string', default: 'identity' },
  },
});
const watches = Number(values.watches);
const MANY_SHOPS = 100_000;

/** One process per measurement, with the flags of `npm start`, so that the memory of one does not affect the next. */
async function measureApart(options: MeasureOptions): Promise<Measured> {
  const program = new URL('refresh/measure-process.ts', import.meta.url);
  const child = fork(program, [JSON.stringify(options)], AS_STARTED);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the measuring process ended: ${code}`)));
  const [measured] = await Promise.race([once(child, 'message'), ended]);
  child.disconnect();
  await ended.catch(() => undefined);
  return measured as Measured;
}

process.stdout.write(
  `${formatNumber(watches)} watches; ` +
    `for costs and for stalls ${values.processes} processes of ${values.rounds} rounds each ` +
    `(half of both for more than ${formatNumber(MANY_SHOPS)} shops).\n` +
    `The body's coding is ${values.coding}. ` +
    `Medians (and ranges); costs as ratios to JSON.parse of the same body.\n\n`,
);
const sizes: Size[] = [];
for (const shops of values.shops.split(',').map(Number)) {
  const measured: Measured[] = [];
  const share = shops > MANY_SHOPS ? 0.5 : 1;
  const rounds = Math.ceil(Number(values.rounds) * share);
  for (let one = 0; one < Number(values.processes) * share; one += 1) {
    for (const what of ['costs', 'stalls'] as const) {
      measured.push(await measureApart({ what, shops, watches, rounds, coding: values.coding }));
    }
  }
  sizes.push({ shops, measured });
  process.stdout.write(`${formatSize({ shops, measured })}\n`);
}
process.stdout.write(formatGrowth(sizes));
report(Object.assign({}, ...sizes.map(figuresOfGoals)));
process.exit(0);
