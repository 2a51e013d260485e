/**
 * Measures the history behind `/price`: `node bench/history.ts [trades]`. The journal holds trades of 400 days. The
 * bench reads the busiest item's last 90 days, with limits inside a bucket as `/price` does, and the same by reading
 * every single trade.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { BUCKET_MS } from '../src/market/prices/trade-group.ts';
import { openJournal } from '../src/storage/sqlite/journal.ts';
import { recordingLog } from '../test/log/recording-log.ts';
import { formatQuantiles, quantile } from './quantile.ts';
import { stallsOf } from './stalls.ts';
import { busiest, DAY_MS, ENDED, tableBytes, trade } from './trading.ts';

const TRADES = Number(process.argv[2] ?? 1_000_000);
const READINGS = 60;

const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'crier-bench-'));
try {
  await measure(join(folder, 'crier.sqlite'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(path: string): Promise<void> {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL');
  // A week of changes stays in the log, as after daily pruning.
  const journal = openJournal(db, () => ENDED, recordingLog());
  const { stalls: writing } = await stallsOf(() => trade(journal, TRADES));
  say(`${TRADES} trades written in ${(writing.wallMs / 1_000).toFixed(0)} s`);
  const { stalls: pruning } = await stallsOf(() => journal.prune(0));
  say(`prune: ${pruning.wallMs.toFixed(0)} ms, longest stall ${pruning.longestMs.toFixed(1)} ms`);

  db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  const log = tableBytes(db, ['changes', 'goods', 'goods_types', 'places']);
  const bytes = statSync(path).size;
  const logged = Number(db.prepare('SELECT count(*) AS count FROM changes').get()?.count);
  say(
    `file: ${(bytes / TRADES).toFixed(1)} bytes per trade in all, ` +
      `${(log / TRADES).toFixed(1)} of them for the log of the last week's ${logged} trades`,
  );

  const { type } = busiest.identity;
  const read = (index: number) => journal.history({ type }, ENDED - 90 * DAY_MS - index * 7_777, ENDED - index * 3_333);
  const groups = await read(0);
  const trades = groups.reduce((sum, group) => sum + group.trades, 0);
  const grouped: number[] = [];
  let stall = 0;
  for (let index = 0; index < READINGS; index++) {
    const { stalls } = await stallsOf(() => read(index));
    grouped.push(stalls.wallMs);
    stall = Math.max(stall, stalls.longestMs);
  }
  const readEvery = everyTrade(db, type);
  const raw = Array.from({ length: 20 }, (_, index) => {
    const began = performance.now();
    const { size } = readEvery(ENDED - 90 * DAY_MS - index * 7_777, ENDED - index * 3_333);
    if (size < groups.length * 0.99) throw new Error(`${size} groups where there are ${groups.length}`);
    return performance.now() - began;
  });
  say(`busiest item, 90 days: ${trades} trades in ${groups.length} groups`);
  say(`history: ${formatQuantiles(grouped)}, longest stall ${stall.toFixed(1)} ms`);
  const ratio = quantile(grouped, 0.5) / quantile(raw, 0.5);
  say(
    `every trade read at once and added up: ${formatQuantiles(raw)}; ` +
      `the history takes ${ratio.toFixed(2)} times as long`,
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
