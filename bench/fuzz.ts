/**
 * `npm run fuzz` feeds malformed input to each parser, a million cases each (`--runs`), and some thousands of button
 * ids to the whole bot. It accepts no crash, no wrongly accepted input, no stall over 50 ms and no memory growth, and
 * exits with 1 otherwise. `-- --target frames --runs 10000 --seed 7` runs one target with that number of cases and that
 * seed.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { openCustomIds } from './fuzz/custom-ids.ts';
import { fuzz } from './fuzz/run.ts';
import type { Target } from './fuzz/target.ts';
import { TARGETS } from './fuzz/targets.ts';

const MOST_GROWTH_MB = 10;
/** Through the whole bot a case takes milliseconds. */
const WHOLE_BOT = 100;

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    runs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!(Number.isSafeInteger(runs) && runs > 0))
  throw new Error(`--runs takes a positive number of cases, not ${values.runs}`);
const known = [...TARGETS.map(({ name }) => name), 'custom-ids'];
const unknown = values.target?.find((name) => !known.includes(name));
if (unknown !== undefined) throw new Error(`there is no target ${unknown}; the targets are ${known.join(', ')}`);
const isAsked = (name: string) => values.target?.includes(name) ?? true;

const say = (line: string) => process.stdout.write(`${line}\n`);
say(`seed ${seed}`);

let isWell = true;
for (const target of TARGETS) if (isAsked(target.name)) await run(target, runs);
if (isAsked('custom-ids')) {
  const { target, close } = await openCustomIds();
  await run(target, Math.ceil(runs / WHOLE_BOT));
  await close();
}
process.exit(isWell ? 0 : 1);

async function run(target: Target, cases: number): Promise<void> {
  const result = await fuzz(target, cases, seed);
  const { accepted, findings, slowestMs, grownMb, seconds } = result;
  const held = grownMb === null ? 'ended too early to measure its memory' : `${grownMb.toFixed(1)} MB of heap growth`;
  say(
    `${target.name}: ${result.cases} cases, ${accepted} accepted; ` +
      `slowest ${slowestMs.toFixed(1)} ms; ${held}; ${seconds.toFixed(0)} s`,
  );
  for (const { fault, text } of findings) say(`  FOUND ${fault}: ${JSON.stringify(text.slice(0, 400))}`);
  const isGrown = grownMb !== null && grownMb > MOST_GROWTH_MB;
  if (isGrown) say(`  FOUND heap growth of ${grownMb.toFixed(1)} MB`);
  isWell &&= findings.length === 0 && !isGrown;
}
