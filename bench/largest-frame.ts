/**
 * Measures the largest frame of the stream, from its bytes to its event, with its paintings read: `node
 * bench/largest-frame.ts`, with `--rounds 20` and `--bytes 540000`. The unit is the main thread's CPU time for
 * JSON.parse of the same frame. The frame is an auction of a shulker box full of large paintings, the largest seen on a
 * live service.
 */
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createEconomy } from '../sandbox/economy/create-economy.ts';
import { boxOfPaintings } from '../sandbox/economy/paintings/gallery.ts';
import { encodeEvent } from '../sandbox/service/revision.ts';
import { readCanvases } from '../src/market/paintings/canvas.ts';
import { FrameReader } from '../src/service/stream/reader.ts';
import { cpuMsOf } from './cost.ts';
import { figuresOf, formatFigures, formatNumber } from './figures.ts';
import { markdownTable } from './markdown-table.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, bytes: { type: 'string', default: '540000' } },
});
const rounds = Number(values.rounds);
const TIMES = 25;

/** @returns the largest frame of at most `bytes` bytes */
function largestFrame(bytes: number): Buffer {
  const economy = createEconomy({ seed: 1, shops: 0, now: () => 0 });
  const large = economy.paintings.filter(({ size }) => size.name === 'LARGE');
  for (let count = Math.min(27, large.length); count > 0; count -= 1) {
    const item = boxOfPaintings(large.slice(0, count));
    const frame = Buffer.from(encodeEvent(economy.auction({ item, amount: 1, finalBid: 40 }), 'newest'));
    if (frame.length <= bytes) return frame;
  }
  throw new RangeError(`no box of paintings fits into ${bytes} bytes`);
}

const frame = largestFrame(Number(values.bytes));
const text = frame.toString();
const paintings: string[] = [];
const silent = () => undefined;
const reader = new FrameReader({
  log: { debug: silent, info: silent, warn: silent, error: silent },
  clock: { now: Date.now },
  onEvent: silent,
  onPainting: (snbt) => paintings.push(snbt),
});

/** Some kernels count CPU time in ticks of 4 ms, longer than one frame takes. */
function cpuMsEach(work: () => unknown): number {
  return (
    cpuMsOf(() => {
      for (let time = 0; time < TIMES; time += 1) work();
    }) / TIMES
  );
}

const read = () => {
  paintings.length = 0;
  reader.read(frame, false);
};
const readPixels = () => paintings.flatMap((snbt) => readCanvases(snbt)).length;
/** Crier yields to other work between two texts. */
function pixelsMsOf(snbt: string): number {
  const began = performance.now();
  readCanvases(snbt);
  return performance.now() - began;
}
const measured = { parseMs: [0], event: [0], pixels: [0], eventMs: [0], pixelsMs: [0] };
for (let round = -1; round < rounds; round += 1) {
  // The first round runs code that is not compiled yet.
  if (round <= 0) for (const samples of Object.values(measured)) samples.length = 0;
  const parseMs = cpuMsEach(() => JSON.parse(text));
  const eventMs = cpuMsEach(read);
  const pixelsMs = cpuMsEach(readPixels);
  await nextTurn();
  const began = performance.now();
  read();
  const readAt = performance.now();
  const longestMs = Math.max(readAt - began, ...paintings.map(pixelsMsOf));
  measured.parseMs.push(parseMs);
  measured.event.push(eventMs / parseMs);
  measured.pixels.push((eventMs + pixelsMs) / parseMs);
  measured.eventMs.push(readAt - began);
  measured.pixelsMs.push(longestMs);
}

const parseMs = formatFigures(figuresOf(measured.parseMs));
process.stdout.write(
  `A frame of ${formatNumber(frame.length / 1_000)} kB with ${readPixels()} canvases, ` +
    `${rounds} rounds of ${TIMES}; JSON.parse ${parseMs} ms.\n\n`,
);
const rows = [
  ['frame to event', measured.event, measured.eventMs] as const,
  ['with the pixels of its paintings', measured.pixels, measured.pixelsMs] as const,
].map(([name, ratios, heldMs]) => [name, formatFigures(figuresOf(ratios)), formatFigures(figuresOf(heldMs))]);
process.stdout.write(markdownTable(['work', '× parse, CPU', 'longest stretch, ms'], rows));
report({ 'largest-frame': figuresOf(measured.event), 'largest-frame-stall': figuresOf(measured.pixelsMs) });
process.exit(0);
