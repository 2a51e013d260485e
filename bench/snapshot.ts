/**
 * Taking in the snapshot: `node --max-semi-space-size=4 bench/snapshot.ts [shops] [sliced|plain] [identity|gzip]`. One way
 * a process, so that the memory of one does not count for the other; the service runs in a child process. Without the flag
 * the young generation grows, and its collections (10 to 25 ms) become the longest stalls.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { load } from '../src/market/shops/load.ts';
import type { Shop } from '../src/market/shops/shop.ts';
import { wholeText } from '../src/service/http/body.ts';
import { type Consume, Http } from '../src/service/http/http.ts';
import { readShops } from '../src/service/shops/download.ts';
import { readShop } from '../src/service/wire/shop.ts';
import { inSlices } from '../src/time/cooperate.ts';
import { costOf } from './watch-stalls.ts';

/** When the download was in hand, validated. */
let takenAt = 0;
const [shops = '100000', way = 'sliced', coding = 'identity'] = process.argv.slice(2);

async function takeIn(url: string, consume: Consume<{ readonly shops: readonly Shop[] }>) {
  const http = new Http({ userAgent: 'Crier/bench', now: Date.now });
  const options = { url, signal: AbortSignal.timeout(120_000), maxBytes: 1e9 };
  const answer = await http.get(options, consume);
  await http.close();
  if (!answer.ok || answer.kind !== 'ok') throw new Error(JSON.stringify(answer));
  return answer.value.shops;
}

/** As the bot does it: cut while it streams in, compiled schemas, the market in slices. */
async function sliced(url: string): Promise<number> {
  const taken = await takeIn(url, readShops);
  takenAt = performance.now();
  return (await inSlices(load(null, { takenAt: Date.now(), shops: taken }))).market.shops.length;
}

/** As one would write it first: the whole body parsed, every record validated, the market in one go. */
async function plain(url: string): Promise<number> {
  const taken = await takeIn(url, async (chunks) => {
    const records: unknown[] = JSON.parse(await wholeText(chunks));
    const read = records.map(readShop).flatMap((one) => (one.ok ? [one.value] : []));
    return { ok: true, value: { shops: read } };
  });
  takenAt = performance.now();
  const work = load(null, { takenAt: Date.now(), shops: taken });
  for (;;) {
    const step = work.next();
    if (step.done) return step.value.market.shops.length;
  }
}

const server = fork(new URL('snapshot-server.ts', import.meta.url), [shops, coding]);
const [base] = await once(server, 'message');
const url = `${base}/shops/v1/getAllShops`;
// The service makes its body at the first asking: that is not ours to measure.
for await (const _chunk of (await fetch(url)).body ?? []);

const began = performance.now();
const { value, cost } = await costOf(() => (way === 'plain' ? plain(url) : sliced(url)));

// The measure of all, afterwards, so that its garbage does not count.
const text = await (await fetch(url)).text();
const bytes = Buffer.byteLength(text);
const parses = Array.from({ length: 5 }, () => {
  const began = performance.now();
  JSON.parse(text);
  return performance.now() - began;
});
const parseMs = parses.toSorted((left, right) => left - right)[2] ?? Number.NaN;

const figures = [
  `${way}, ${coding}: ${value} shops, ${(bytes / 1e6).toFixed(1)} MB`,
  `JSON.parse ${parseMs.toFixed(0)} ms`,
  `taking in ${cost.wallMs.toFixed(0)} ms = ${(cost.wallMs / parseMs).toFixed(2)} x`,
  `of these ${(takenAt - began).toFixed(0)} ms until the shops are in hand`,
  `longest stall ${cost.longestStallMs.toFixed(1)} ms`,
  `peak memory ${(cost.peakBytes / 1e6).toFixed(0)} MB`,
];
process.stdout.write(`${figures.join('; ')}\n`);
server.disconnect();
