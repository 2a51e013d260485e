import { type Figures, figuresOf, formatFigures, formatNumber } from '../figures.ts';
import { markdownTable } from '../markdown-table.ts';
import type { Measured, Sample } from './measure-process.ts';
import { FIRST, SCENARIOS } from './scenario.ts';

const NAMES = [FIRST, ...SCENARIOS.map(({ name }) => name)];

const COLUMNS: readonly (readonly [head: string, of: (sample: Sample) => number])[] = [
  ['main thread', ({ cost, parseMs }) => cost.mainCpuMs / parseMs],
  ['whole process', ({ cost, parseMs }) => cost.processCpuMs / parseMs],
  ['wall', ({ cost, parseMs }) => cost.wallMs / parseMs],
  ['longest stall, ms', ({ cost }) => cost.longest.wallMs],
  ['of it garbage collection', ({ cost }) => cost.longest.gcMs],
  ['longest stretch of CPU, ms', ({ cost }) => cost.longest.cpuMs],
  ['notices', ({ notices }) => notices],
];

/** What the processes measured at one number of shops, as a table, with a sentence before it. */
export function formatRefreshes(measured: readonly Measured[]): string {
  const samples = measured.flatMap((one) => one.samples);
  const rows = NAMES.map((name) => {
    const own = samples.filter(({ scenario }) => scenario === name);
    return [name, ...COLUMNS.map(([, of]) => formatFigures(figuresOf(own.map(of))))];
  });
  const of = (figure: (one: Measured) => number) => formatFigures(figuresOf(measured.map(figure)));
  const parses = figuresOf(samples.map(({ parseMs }) => parseMs));
  const head = `${formatNumber(measured[0]?.shops ?? 0)} shops, ${of(({ bodyBytes }) => bodyBytes / 1e6)} MB; JSON.parse ${formatFigures(parses)} ms; kept ${of(({ bytesPerShop }) => bytesPerShop)} bytes a shop; resident at most ${of(({ peakBytes }) => peakBytes / 1e6)} MB.`;
  return `${head}\n\n${markdownTable(['refresh', ...COLUMNS.map(([name]) => name)], rows)}`;
}

/** How the cost of the main thread, as a ratio to JSON.parse, grows from one number of shops to the next. */
export function formatGrowth(sizes: readonly (readonly Measured[])[]): string {
  const ratios = (measured: readonly Measured[], name: string): Figures =>
    figuresOf(
      measured
        .flatMap(({ samples }) => samples)
        .filter(({ scenario }) => scenario === name)
        .map(({ cost, parseMs }) => cost.mainCpuMs / parseMs),
    );
  const rows = NAMES.map((name) => [name, ...sizes.map((measured) => formatNumber(ratios(measured, name).median))]);
  return markdownTable(['main thread', ...sizes.map(([one]) => `${formatNumber(one?.shops ?? 0)} shops`)], rows);
}
