import { expect, test } from 'vitest';
import type { Change } from '../../../src/market/change.ts';
import { identify } from '../../../src/market/item/identity.ts';
import { EMPTY_MATCH_CONTEXT } from '../../../src/routing/shop-news.ts';
import { settingsForms } from '../../../src/storage/mappers/settings-records.ts';
import type { Queryable } from '../../../src/storage/postgres/client.ts';
import { PostgresRouter } from '../../../src/storage/postgres/router.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { item, shop } from '../../market/samples.ts';
import { openDatabase } from './database.ts';

/** Loads rows as an import does, found by `lookup`. */
const load = (lookup: string) => `
  ALTER TABLE watches SET (autovacuum_enabled = false);
  ALTER TABLE feeds SET (autovacuum_enabled = false);
  INSERT INTO watches (id, user_id, lookup, reach, awake, once, created_at, record)
    SELECT 'w' || n, n % 20000, 'at-or-below t:' || ${lookup}, n % 97, true, false, n, repeat('x', 300) FROM generate_series(1, 100000) n;
  INSERT INTO feeds (id, guild_id, channel_id, kind, lookup, reach, awake, created_at, record)
    SELECT 'f' || n, n % 500, n % 2000, 'listings', 'listings t:' || ${lookup}, 'Infinity', true, n, repeat('x', 300)
    FROM generate_series(1, 20000) n`;

/** Records the plan of every statement with its values, and runs none of them. */
function explaining(db: Queryable) {
  const plans: string[] = [];
  const explain: Queryable = {
    async query(sql, values) {
      const text = typeof sql === 'string' ? sql : sql.text;
      const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return { rows: text.startsWith('SELECT pg_current_snapshot') ? await moment(db) : [], count: 0, command: '' };
    },
  };
  return { explain, plans };
}

async function moment<Row>(db: Queryable): Promise<Row[]> {
  const { rows } = await db.query<{ moment: string }>('SELECT pg_current_snapshot()::text AS moment');
  return rows as Row[];
}

/**
 * Waits until every other transaction in the cluster began after the last write here. Before that the router scans
 * recent writes on purpose.
 */
async function untilOld(db: Queryable) {
  const { rows } = await db.query<{ xid: string }>('SELECT max(xid::text::bigint)::text AS xid FROM watches');
  const old = async () => {
    const sql = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 AS old';
    return (await db.query<{ old: boolean }>(sql, [rows[0]?.xid])).rows[0]?.old;
  };
  while (!(await old())) await db.query('SELECT pg_sleep(0.05)');
}

const listed = (n: number): Change => ({ kind: 'listed', at: n, shop: shop(n, { item: item(identify(`TYPE_${n}`)) }) });

test.each([
  ['of many things', "'TYPE_' || n % 1000"],
  ['of three', "'TYPE_' || n % 3"],
])('100,000 watches %s are never scanned, whatever statistics PostgreSQL has', async (_what, lookup) => {
  const session = await (await openDatabase()).connect('any');
  await session.query(load(lookup));
  await untilOld(session);
  const { explain, plans } = explaining(session);
  const router = new PostgresRouter({ db: explain, forms: settingsForms(recordingLog()), now: () => 0 });
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await session.query('ANALYZE');
    for (const count of [1, 1_000]) {
      const changes = Array.from({ length: count }, (_, n) => listed(n));
      await router.route(changes.map((change) => router.prepare(change, EMPTY_MATCH_CONTEXT)));
      await router.routeAll(changes, EMPTY_MATCH_CONTEXT);
    }
    await router.routeServer({ kind: 'server', at: 5, state: 'down', before: 'up', lastedMs: 1 });
  }
  // The choice of index depends on the rows that ANALYZE sampled.
  expect(plans.filter((plan) => plan.includes('watches_reached')).length).toBeGreaterThan(10);
  expect(plans.filter((plan) => plan.includes('watches_written')).length).toBeGreaterThan(0);
  expect(plans.filter((plan) => /Seq Scan on (watches|feeds)\b/.test(plan))).toEqual([]);
  await session.end();
});
