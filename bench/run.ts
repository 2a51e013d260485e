/**
 * Runs the benches, each in its own process with the flags of `npm start`, and writes `bench/RESULTS.md`: `npm run
 * bench`. `npm run bench -- --quick` runs all of them briefly, `npm run bench -- refresh start` only those two; neither
 * writes the file.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benches } from './benches.ts';
import { AS_STARTED } from './bot/as-started.ts';
import type { Report } from './report.ts';
import { formatResults, type Result } from './results.ts';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url));

/** @throws Error if the bench fails; its output is printed before that */
async function run(name: string, args: readonly string[]): Promise<Omit<Result, 'bench'>> {
  const child = fork(new URL(`${name}.ts`, import.meta.url), args, {
    ...AS_STARTED,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    process.stdout.write(part);
  });
  let figures: Report = {};
  child.on('message', (report: Report) => {
    figures = report;
  });
  const began = performance.now();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`bench/${name}.ts has ended with ${code}`);
  return { text, figures, seconds: (performance.now() - began) / 1_000 };
}

const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) throw new RangeError(`no bench ${unknown}; there are ${benches.map(({ name }) => name)}`);
const startedAt = new Date();
const results: Result[] = [];
for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) {
  process.stdout.write(`\n## ${bench.title}\n\n`);
  results.push({ bench, ...(await run(bench.name, values.quick ? bench.quick : (bench.whole ?? []))) });
}
const { goals, page } = formatResults(results, startedAt);
if (!values.quick) process.stdout.write(`\n${goals}`);
if (!values.quick && names.length === 0) await writeFile(RESULTS, page);
