/**
 * How the code stands in figures, a column a checkout: `npm run measure -- [--list] [--time 3] [folder ...]`, this checkout
 * where none is given. `--list` names what is counted; `--time` runs `npm test` in each, so many times.
 */
import { basename, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Measure, measureCheckout } from './codebase/measures.ts';
import { timeSuite } from './codebase/suite.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, time: { type: 'string', default: '0' } },
});
const times = Number(values.time);
if (!Number.isInteger(times)) throw new Error(`--time takes how many times, not ${values.time}`);
const here = resolve(import.meta.dirname, '..');
const roots = positionals.length > 0 ? positionals.map((folder) => resolve(folder)) : [here];

const say = (line: string) => process.stdout.write(`${line}\n`);
const columns = roots.map((root) => ({ name: basename(root), measures: measureAll(root) }));
printTable([
  ['measure', ...columns.map((column) => column.name)],
  ...rowLabels().map((label, row) => [label, ...columns.map((column) => column.measures[row]?.figure ?? '')]),
]);
if (values.list) for (const column of columns) printFound(column.name, column.measures);

function measureAll(root: string): readonly Measure[] {
  const measures = measureCheckout(root);
  return times > 0 ? [...measures, timeSuite(root, times)] : measures;
}

function rowLabels(): readonly string[] {
  return columns[0]?.measures.map((measure) => measure.label) ?? [];
}

/** As Markdown, the columns aligned. */
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
