/**
 * What an item was worth: `node bench/history.ts [trades]`. Trades of 400 days lie in a journal; the busiest item's last 90
 * days are read, from edges within a bucket, as `/price` does it, and the same by reading every single trade.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { openJournal } from '../src/journal/journal.ts';
import type { Change } from '../src/market/change.ts';
import type { Item } from '../src/market/item.ts';
import type { Shop } from '../src/market/shop.ts';
import { BUCKET_MS } from '../src/market/trade-group.ts';
import { costOf } from './watch-stalls.ts';

const TRADES = Number(process.argv[2] ?? 1_000_000);
const ITEMS = 500;
const PLACES = 400;
const DAY_MS = 24 * 3_600_000;
const SPAN_MS = 400 * DAY_MS;
const BEGAN = Date.UTC(2025, 0, 1);
const ENDED = BEGAN + SPAN_MS;
const READINGS = 60;
const CHUNK = 20_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const random = sequence(11);
const items = Array.from({ length: ITEMS }, (_, at) => itemOf(at));
const owners = Array.from({ length: PLACES }, (_, at) => ({ name: `Player${at}`, uuid: `uuid-${at}` }));
// Exponents for the busiest of the 500 items to have 12 % of all trades, and the busiest of its places 9 % of these.
const drawItem = zipf(ITEMS, 0.94);
const drawPlace = zipf(PLACES, 0.8);

const folder = mkdtempSync(join(tmpdir(), 'crier-bench-'));
try {
  await measure(join(folder, 'crier.events.sqlite'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(path: string): Promise<void> {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL');
  // A week's worth of changes stays in the log, as if it had been pruned daily.
  const journal = openJournal(db, () => ENDED);
  const { cost: writing } = await costOf(async () => {
    for (let written = 0; written < TRADES; written += CHUNK) {
      const changes = Array.from({ length: CHUNK }, (_, at) => changeAt(written + at));
      await journal.record({ changes, notices: [] });
    }
  });
  say(`${TRADES} trades written in ${(writing.wallMs / 1_000).toFixed(0)} s, a chunk of ${CHUNK} at a time`);
  const { cost: pruning } = await costOf(() => journal.prune(0));
  say(`prune: ${pruning.wallMs.toFixed(0)} ms, longest stall ${pruning.longestStallMs.toFixed(1)} ms`);

  db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  const log = tableBytes(db, [
    'changes',
    'changes_of_goods',
    'changes_of_other_goods',
    'goods',
    'goods_types',
    'places',
  ]);
  const bytes = statSync(path).size;
  const logged = Number(db.prepare('SELECT count(*) AS count FROM changes').get()?.count);
  say(
    `file: ${(bytes / TRADES).toFixed(1)} bytes a trade in all; of it ${(log / TRADES).toFixed(1)} the log of the last week's ${logged}`,
  );

  const busiest = { type: 'ITEM_0' };
  const read = (index: number) => journal.history(busiest, ENDED - 90 * DAY_MS - index * 7_777, ENDED - index * 3_333);
  const groups = await read(0);
  const trades = groups.reduce((sum, group) => sum + group.trades, 0);
  const grouped: number[] = [];
  let stall = 0;
  for (let index = 0; index < READINGS; index++) {
    const { cost } = await costOf(() => read(index));
    grouped.push(cost.wallMs);
    stall = Math.max(stall, cost.longestStallMs);
  }
  const readEvery = everyTrade(db, busiest.type);
  const raw = Array.from({ length: 20 }, (_, index) => {
    const began = performance.now();
    const { size } = readEvery(ENDED - 90 * DAY_MS - index * 7_777, ENDED - index * 3_333);
    if (size < groups.length * 0.99) throw new Error(`${size} groups where there are ${groups.length}`);
    return performance.now() - began;
  });
  say(`busiest item, 90 days: ${trades} trades in ${groups.length} groups`);
  say(`history: p50 ${at(grouped, 0.5)} ms, p99 ${at(grouped, 0.99)} ms, longest stall ${stall.toFixed(1)} ms`);
  const ratio = quantile(grouped, 0.5) / quantile(raw, 0.5);
  say(
    `every trade read in one go and summed up: p50 ${at(raw, 0.5)} ms; the history takes ${ratio.toFixed(2)} of that`,
  );
  await journal.close();
}

/** Reads an item's trades one by one, and counts them by bucket, kind, place and unit price. */
function everyTrade(db: DatabaseSync, type: string): (from: number, to: number) => Map<string, number> {
  const item = Number(db.prepare('SELECT id FROM items WHERE type = ?').get(type)?.id);
  const all = db.prepare('SELECT at, kind, count, paid, place FROM trades WHERE item = ? AND at >= ? AND at < ?');
  all.setReturnArrays(true);
  return (from, to) => {
    const counts = new Map<string, number>();
    for (const [at, kind, count, paid, place] of all.all(item, from, to) as unknown as number[][]) {
      const bucket = Math.floor((at ?? 0) / BUCKET_MS);
      const group = `${bucket} ${kind} ${place} ${(paid ?? 0) / (count ?? 1)}`;
      counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    return counts;
  };
}

function changeAt(index: number): Change {
  const at = BEGAN + Math.floor((index / TRADES) * SPAN_MS);
  const [which, where] = [drawItem(), drawPlace()];
  const item = items[which];
  const owner = owners[where];
  if (item === undefined || owner === undefined) throw new Error('out of range');
  const count = 1 + Math.floor(random() * 8);
  if (random() < 0.05) {
    const finalBid = 5 + Math.floor(random() * 60);
    return { kind: 'auctioned', at, auction: { kind: 'auction', at, item, sold: count, finalBid } };
  }
  // A shop changes its price every ten days or so.
  const price = 2 + ((which * 7 + where * 13 + Math.floor((at - BEGAN) / (10 * DAY_MS)) * 5) % 23);
  const location = { x: where * 9, y: 64, z: -where, world: 'world' };
  const kind = where % 4 === 0 ? 'sale' : 'purchase';
  const side =
    kind === 'sale' ? ({ side: 'bid', kind: 'BUYING' } as const) : ({ side: 'ask', kind: 'SELLING' } as const);
  const shop: Shop = { id: where * ITEMS + which, owner, location, ...side, price, remaining: 64, item };
  const sign = { amount: 1, price };
  const trade = { kind, at, item, moved: count, paid: count * price, sign, location } as const;
  return { kind: 'traded', at, trade, shop };
}

function itemOf(at: number): Item {
  const variant = { enchantments: [], potion: null, canvas: null, customName: null };
  const identity = { key: at.toString(16).padStart(16, '0'), type: `ITEM_${at}`, variant };
  return { identity, quantity: 1, name: `Item ${at}`, contents: [] };
}

function tableBytes(db: DatabaseSync, tables: readonly string[]): number {
  const pages = db.prepare('SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = ?');
  return tables.reduce((sum, table) => sum + Number(pages.get(table)?.bytes), 0);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

function at(values: readonly number[], share: number): string {
  return quantile(values, share).toFixed(1);
}

/** Draws 0 to `size` - 1, the n-th with a weight of n^-exponent. */
function zipf(size: number, exponent: number): () => number {
  const weights = Array.from({ length: size }, (_, index) => (index + 1) ** -exponent);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const bounds = weights.map(
    (_, index) => weights.slice(0, index + 1).reduce((sum, weight) => sum + weight, 0) / total,
  );
  return () => {
    const drawn = random();
    const found = bounds.findIndex((bound) => drawn < bound);
    return found === -1 ? size - 1 : found;
  };
}

/** Mulberry32: the same numbers in every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
