import { figuresOf, formatFigures, formatNumber } from '../figures.ts';
import { markdownTable } from '../markdown-table.ts';
import type { CostSample, Measured, StallSample } from './measure-process.ts';
import { FIRST, SCENARIOS } from './scenario.ts';

/** The measurements of all processes at one number of shops. */
export interface Size {
  readonly shops: number;
  readonly measured: readonly Measured[];
}

type Columns<Sample> = readonly (readonly [head: string, of: (sample: Sample) => number])[];

/** The number of shops of a live service. */
const LIVE_SHOPS = 4_600;
const NAMES = [FIRST, ...SCENARIOS.map(({ name }) => name)];
const COSTS: Columns<CostSample> = [
  ['main thread', ({ cost, parseMs }) => cost.mainCpuMs / parseMs],
  ['whole process', ({ cost, parseMs }) => cost.processCpuMs / parseMs],
  ['wall', ({ cost, parseMs }) => cost.wallMs / parseMs],
];
const STALLS: Columns<StallSample> = [
  ['longest stall, ms', ({ stalls }) => stalls.longestMs],
  ['garbage collection in it, ms', ({ stalls }) => stalls.gcMs],
  ['longest stretch of CPU, ms', ({ stalls }) => stalls.stretchMs],
  ['peak resident memory, MB', ({ stalls }) => stalls.peakBytes / 1e6],
  ['notices', ({ notices }) => notices],
];

/** Two tables, with a sentence before them. */
export function formatSize({ shops, measured }: Size): string {
  const costs = measured.flatMap((one) => one.costs);
  const kept = measured.map(({ bytesPerShop }) => bytesPerShop).filter((bytes) => bytes > 0);
  const parses = formatFigures(figuresOf(costs.map(({ parseMs }) => parseMs)));
  const body = formatFigures(figuresOf(measured.map(({ bodyBytes }) => bodyBytes / 1e6)));
  const stalls = measured.flatMap((one) => one.stalls);
  const heading = `${formatNumber(shops)} shops${shops === LIVE_SHOPS ? ', as on a live service' : ''}`;
  const bytesPerShop = formatFigures(figuresOf(kept));
  return [
    `### ${heading}\n\n${body} MB; JSON.parse ${parses} ms; ${bytesPerShop} bytes held per shop.\n`,
    tableOf(COSTS, costs),
    tableOf(STALLS, stalls),
  ].join('\n');
}

function tableOf<Sample extends { readonly scenario: string }>(columns: Columns<Sample>, samples: readonly Sample[]) {
  const rows = NAMES.map((name) => {
    const own = samples.filter(({ scenario }) => scenario === name);
    return [name, ...columns.map(([, of]) => formatFigures(figuresOf(own.map(of))))];
  });
  return markdownTable(['refresh', ...columns.map(([head]) => head)], rows);
}

/** How the main thread's cost, as a ratio to JSON.parse, grows from one number of shops to the next. */
export function formatGrowth(sizes: readonly Size[]): string {
  const rows = NAMES.map((name) => {
    const medians = sizes.map(({ measured }) => {
      const own = measured.flatMap(({ costs }) => costs).filter(({ scenario }) => scenario === name);
      return formatNumber(figuresOf(own.map(({ cost, parseMs }) => cost.mainCpuMs / parseMs)).median);
    });
    return [name, ...medians];
  });
  const head = ['main thread', ...sizes.map(({ shops }) => `${formatNumber(shops)} shops`)];
  return `### Growth\n\n${markdownTable(head, rows)}`;
}
