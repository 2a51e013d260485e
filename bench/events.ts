/**
 * Measures events per second, from a frame's bytes to the journalled notices: `node bench/events.ts`, with `--watches
 * 1000000`, `--shops 100000`, `--frames 20000` and `--rounds 5`.
 */
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { FrameReader } from '../src/service/stream/reader.ts';
import { costOf } from './cost.ts';
import { figuresOf, formatFigures, formatNumber } from './figures.ts';
import { markdownTable } from './markdown-table.ts';
import { MarketCrier } from './refresh/market-crier.ts';
import type { Journaling } from './refresh/partial-journal.ts';
import { startSimulatedService } from './refresh/simulated-service.ts';
import { watchesOf } from './refresh/watches.ts';
import { report } from './report.ts';
import { stallsOf } from './stalls.ts';

const { values } = parseArgs({
  options: {
    shops: { type: 'string', default: '100000' },
    watches: { type: 'string', default: '1000000' },
    frames: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
  },
});
const [shops, watches] = [Number(values.shops), Number(values.watches)];
/** Frames per turn of the event loop, as a busy socket delivers them. */
const FRAMES_PER_TURN = 50;

const service = await startSimulatedService(shops, 'identity');
const frames = (await service.frames(Number(values.frames))).map((text) => Buffer.from(text));
const crier = await MarketCrier.open(service.url);
crier.watch(watchesOf(watches, service.cheapest));
await crier.refresh();
const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const reader = new FrameReader({
  log,
  clock: { now: Date.now },
  onEvent: (event) => crier.ingest(event),
  onPainting: silent,
});

async function ingestAll(): Promise<void> {
  for (const [at, frame] of frames.entries()) {
    reader.read(frame, false);
    if (at % FRAMES_PER_TURN === 0) await nextTurn();
  }
  await crier.written();
}

const ways: readonly (readonly [name: string, Journaling])[] = [
  ['frame to notices', 'nothing'],
  ['frame to journal', 'all'],
];
const measured = ways.map(([name, journaling]) => ({ name, journaling, byCpu: [0], byWall: [0], stall: [0] }));
let notices = 0;
for (let round = -1; round < Number(values.rounds); round += 1) {
  for (const way of measured) {
    crier.journal.journaling = way.journaling;
    const before = crier.journal.notices;
    const { cost } = await costOf(ingestAll);
    const { stalls } = await stallsOf(ingestAll);
    notices = (crier.journal.notices - before) / 2;
    // The first round runs code that is not compiled yet.
    if (round <= 0) [way.byCpu, way.byWall, way.stall] = [[], [], []];
    way.byCpu.push((frames.length / cost.mainCpuMs) * 1_000);
    way.byWall.push((frames.length / cost.wallMs) * 1_000);
    way.stall.push(stalls.longestMs);
  }
}
await crier.close();
service.close();

process.stdout.write(
  `${formatNumber(frames.length)} frames, ${formatNumber(shops)} shops, ${formatNumber(watches)} watches; ` +
    `${formatNumber(notices / frames.length)} notices per event.\n\n`,
);
const head = ['path', 'events per second of main-thread CPU', 'events per second', 'longest stall, ms'];
const rows = measured.map(({ name, ...of }) => [
  name,
  ...[of.byCpu, of.byWall, of.stall].map(figuresOf).map(formatFigures),
]);
process.stdout.write(markdownTable(head, rows));
const [routed, journaled] = measured.map(({ byCpu }) => figuresOf(byCpu));
report({ ...(routed && { 'frame-to-notices': routed }), ...(journaled && { 'frame-to-journal': journaled }) });
process.exit(0);
