/**
 * Measures how long PostgreSQL takes to find the watches that an event notifies: `node bench/fleet/matching.ts`, with
 * `--watches 10000,1000000` (10,000,000 take some minutes and 5 GB to insert) and `--events 500`. For comparison, the
 * same run measures the shortest possible query.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createRandom } from '../../sandbox/economy/random.ts';
import type { Trade } from '../../src/market/change.ts';
import { identify } from '../../src/market/item/identity.ts';
import { EMPTY_MATCH_CONTEXT } from '../../src/routing/shop-news.ts';
import { settingsForms } from '../../src/storage/mappers/settings-records.ts';
import type { Postgres } from '../../src/storage/postgres/connection.ts';
import { PostgresRouter } from '../../src/storage/postgres/router.ts';
import { recordingLog } from '../../test/log/recording-log.ts';
import { figuresOf, formatFigures, formatNumber, quantileFigures } from '../figures.ts';
import { markdownTable } from '../markdown-table.ts';
import { benchCluster, openBenchDatabase } from './cluster.ts';
import { fillWatches, TYPES } from './fill-watches.ts';

const { values } = parseArgs({
  options: { watches: { type: 'string', default: '10000,1000000' }, events: { type: 'string', default: '500' } },
});
const COUNTS = values.watches.split(',').map(Number);
const EVENTS = Number(values.events);
const BATCH = 50;
const random = createRandom(7);
const forms = settingsForms(recordingLog());

function tradeNow(at: number): Trade {
  const identity = identify(`ITEM_${random.integer(0, TYPES - 1)}`);
  const item = { identity, quantity: 1, name: identity.type, contents: [] };
  const location = { x: 0, y: 64, z: 0, world: 'world' };
  return { kind: 'purchase', at, item, moved: 1, paid: 50, sign: null, location };
}

async function measure(db: Postgres) {
  const router = new PostgresRouter({ db, forms, now: () => 0 });
  const preparedNow = (at: number) => {
    const prepared = router.prepare({ kind: 'traded', at, trade: tradeNow(at), shop: null }, EMPTY_MATCH_CONTEXT);
    if (!('change' in prepared)) throw new Error('the in-memory index answered');
    return prepared;
  };
  const alone: number[] = [];
  const together: number[] = [];
  const floor: number[] = [];
  let found = 0;
  // The first tenth meets code and queries that are not compiled, prepared or cached yet.
  for (let event = -EVENTS / 10; event < EVENTS; event += 1) {
    const asked = await msOf(() => db.query('SELECT 1'));
    const one = [preparedNow(event)];
    const durationMs = await msOf(async () => {
      const [notices] = await router.route(one);
      if (event >= 0) found += notices?.length ?? 0;
    });
    const many = Array.from({ length: BATCH }, () => preparedNow(event));
    const all = event % BATCH === 0 ? await msOf(() => router.route(many)) : null;
    if (event < 0) continue;
    alone.push(durationMs);
    floor.push(asked);
    if (all !== null) together.push(all / BATCH);
  }
  return { alone, together, floor, found: found / EVENTS };
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const cluster = await benchCluster();
const db = await openBenchDatabase(cluster.url('postgres'));
const rows: string[][] = [];
try {
  let filled = 0;
  for (const count of COUNTS.toSorted((a, b) => a - b)) {
    const began = performance.now();
    await fillWatches(db, filled, count);
    const seconds = (performance.now() - began) / 1_000;
    const { rows: sizes } = await db.query<{ bytes: number }>(`SELECT pg_total_relation_size('watches') AS bytes`);
    const { alone, together, floor, found } = await measure(db);
    rows.push([
      formatNumber(count),
      formatNumber(found),
      formatFigures(quantileFigures(alone, 0.5)),
      formatFigures(quantileFigures(alone, 0.99)),
      formatFigures(figuresOf(together)),
      formatNumber(figuresOf(floor).median),
      formatNumber(figuresOf(alone).median / figuresOf(floor).median),
      formatNumber((sizes[0]?.bytes ?? 0) / 1e6),
      formatNumber((count - filled) / seconds),
    ]);
    filled = count;
  }
} finally {
  await db.end();
  await cluster.remove();
}
const head = [
  'watches',
  'watches notified per event',
  'p50, ms',
  'p99, ms',
  `in batches of ${BATCH}, ms each`,
  'SELECT 1, ms',
  'ratio to SELECT 1',
  'MB',
  'inserted per second',
];
process.stdout.write(`${formatNumber(EVENTS)} events of ${formatNumber(TYPES)} items, one after another.\n\n`);
process.stdout.write(markdownTable(head, rows));
