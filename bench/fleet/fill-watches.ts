import type { Watch } from '../../src/routing/watch.ts';
import { settingsForms } from '../../src/storage/mappers/settings-records.ts';
import type { Postgres } from '../../src/storage/postgres/connection.ts';
import { recordingLog } from '../../test/log/recording-log.ts';
import { watch } from '../../test/storage/sqlite/samples.ts';
import { formatNumber } from '../figures.ts';
import { say } from './cluster.ts';

/** Number of watched items, `ITEM_0` and so on; each has the same number of watches. */
export const TYPES = 1_500;
const FILLED_AT_ONCE = 500_000;
const { watches: form } = settingsForms(recordingLog());

/** One watch in a hundred accepts nearly any price, so that events notify it. */
const FILL = `INSERT INTO watches (id, user_id, lookup, reach, awake, expires_at, once, created_at, record)
  SELECT 'w' || n, (100000000000000000 + n / 5)::text, 'traded t:ITEM_' || n % ${TYPES}, price, true, NULL, false, n,
    replace(replace(replace(replace($3, '@id', 'w' || n), '@user', (100000000000000000 + n / 5)::text), '@type', 'ITEM_' || n % ${TYPES}), '"@price"', price::text)
  FROM (SELECT n, CASE WHEN n / ${TYPES} % 100 = 0 THEN 100 ELSE 1 + n % 9 END AS price FROM generate_series($1::bigint, $2::bigint) AS n) AS each`;

/** A watch's stored record, with placeholders. */
function template(): string {
  const filled: Watch = { ...watch, id: '@id', userId: '400', trigger: 'traded', item: { type: '@type' }, price: 7 };
  const written = form.write({ ...filled, filter: { item: { type: '@type' }, containers: true } });
  return written.replace('"userId":"400"', '"userId":"@user"').replace('"price":7', '"price":"@price"');
}

/** Inserts the watches with these numbers (`to` is exclusive), and updates PostgreSQL's statistics. */
export async function fillWatches(db: Postgres, from: number, to: number): Promise<void> {
  const session = await db.connect('any');
  for (let at = from; at < to; at += FILLED_AT_ONCE) {
    await session.query(FILL, [at, Math.min(at + FILLED_AT_ONCE, to) - 1, template()]);
    if (to - from > FILLED_AT_ONCE) say(`${formatNumber(Math.min(at + FILLED_AT_ONCE, to))} watches`);
  }
  await session.query('VACUUM ANALYZE watches');
  await session.end();
}
