/**
 * Measures the code, one column per checkout: `npm run measure -- [--list] [--paths] [--time 3] [folder ...]`; without
 * a folder, this checkout. `--list` names everything that is counted. `--paths` runs each checkout's bot and counts the
 * files whose functions run for a start, an event, `/price` and `/watch add` (takes two minutes). `--time` runs `npm
 * test` that many times.
 */
import { basename, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Measure, measureCheckout } from './codebase/measures.ts';
import { measurePaths } from './codebase/paths/request-paths.ts';
import { timeSuite } from './codebase/suite.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    paths: { type: 'boolean', default: false },
    time: { type: 'string', default: '0' },
  },
});
const times = Number(values.time);
if (!Number.isInteger(times)) throw new Error(`--time takes how many times, not ${values.time}`);
const here = resolve(import.meta.dirname, '..');
const roots = positionals.length > 0 ? positionals.map((folder) => resolve(folder)) : [here];

/** Ends the measurement if nobody reads its output, as behind `| head`. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const columns: { readonly name: string; readonly measures: readonly Measure[] }[] = [];
for (const root of roots) columns.push({ name: basename(root), measures: await measureAll(root) });
printTable([
  ['measure', ...columns.map((column) => column.name)],
  ...rowLabels().map((label, row) => [label, ...columns.map((column) => column.measures[row]?.figure ?? '')]),
]);
if (values.list) for (const column of columns) printFound(column.name, column.measures);

async function measureAll(root: string): Promise<readonly Measure[]> {
  const measures = [...measureCheckout(root)];
  if (values.paths) measures.push(...(await measurePaths(root)));
  if (times > 0) measures.push(timeSuite(root, times));
  return measures;
}

function rowLabels(): readonly string[] {
  return columns[0]?.measures.map((measure) => measure.label) ?? [];
}

/** A Markdown table with aligned columns. */
function printTable([head = [], ...rows]: readonly string[][]): void {
  const widths = head.map((_, index) => Math.max(...[head, ...rows].map((row) => row[index]?.length ?? 0)));
  const formatRow = (cells: readonly string[]) =>
    say(`| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`);
  formatRow(head);
  formatRow(widths.map((width) => '-'.repeat(width)));
  for (const row of rows) formatRow(row);
}

function printFound(name: string, measures: readonly Measure[]): void {
  for (const { label, found } of measures) {
    if (found.length === 0) continue;
    say(`\n${name}, ${label}:`);
    for (const line of found) say(`  ${line}`);
  }
}
