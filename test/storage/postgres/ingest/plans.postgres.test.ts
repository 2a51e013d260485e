import { expect, test } from 'vitest';
import type { Sql } from '../../../../src/storage/postgres/client.ts';
import * as reads from '../../../../src/storage/postgres/history/sql.ts';
import { PRUNE_STATEMENTS } from '../../../../src/storage/postgres/ingest/prune.ts';
import * as numbers from '../../../../src/storage/postgres/ingest/row-ids.ts';
import * as writes from '../../../../src/storage/postgres/ingest/sql.ts';
import { openDatabase } from '../database.ts';
import { planOf } from '../plan-of.ts';

/** Price samples, changes and past notices in large numbers. */
const MANY = `
  INSERT INTO items (key, type) SELECT 'key' || n, 'TYPE_' || n % 500 FROM generate_series(1, 20000) n;
  INSERT INTO trades SELECT n % 2000 + 1, n::bigint * 60000, n, n % 3, 3, 12, n % 900 + 1 FROM generate_series(1, 100000) n;
  INSERT INTO trade_groups SELECT n % 2000 + 1, n / 2000, n % 3, n % 900 + 1, n % 97, 1, 3, 12, n FROM generate_series(1, 100000) n;
  INSERT INTO price_samples SELECT n % 2000 + 1, n / 2000, 5, 4, 64 FROM generate_series(1, 100000) n;
  INSERT INTO goods (hash, json) SELECT decode(md5(n::text), 'hex'), '{}' FROM generate_series(1, 5000) n;
  INSERT INTO goods_types SELECT 'TYPE_' || n % 500, n FROM generate_series(1, 5000) n;
  INSERT INTO places (world, x, y, z, changed_at) SELECT 'world', n, 64, n % 71, 0 FROM generate_series(1, 5000) n;
  INSERT INTO changes (seq, heard_at, at, kind, goods, place) SELECT n, n, n, n % 8, n % 5000 + 1, n % 900 + 1 FROM generate_series(1, 100000) n;
  INSERT INTO causes SELECT n, '{}' FROM generate_series(1, 20000) n;
  INSERT INTO notices (id, cause, target, subscription_ids, due_at, ended_at, message) SELECT n, n, 'user:' || n % 5000, '[]', n, n, n FROM generate_series(1, 20000) n;
  INSERT INTO messages (target, nonce, body, sealed_at, settled_at, message_id) SELECT 'user:' || n % 5000, n, '{}', n, n, n FROM generate_series(1, 20000) n;
  INSERT INTO deliveries SELECT md5(n::text), n FROM generate_series(1, 20000) n;
  INSERT INTO watches (id, user_id, lookup, reach, awake, once, created_at, record) SELECT md5(n::text), n, '', 0, true, false, n, '{}' FROM generate_series(1, 10000) n;
  ANALYZE`;

const WHOLE =
  /Seq Scan on (trades|trade_groups|price_samples|changes|goods|goods_types|places|items|causes|notices|messages|deliveries|watches)\b/g;

const STATEMENTS: readonly (readonly [name: string, statement: Sql])[] = [
  ['what an item was worth', reads.HISTORY],
  ['what was paid for it', reads.PRICES_PAID],
  ['what shops asked for it', reads.PRICE_SAMPLES],
  ['what was traded', reads.TRADED],
  ['what happened to a type', reads.CHANGES_OF_TYPE],
  ['what happened at last', reads.LATEST_CHANGES],
  ['what was bought', reads.PURCHASES],
  ['goods of changes', reads.READ_GOODS],
  ['places of changes', reads.READ_PLACES],
  ['a group of entries', writes.RECORD],
  ['numbers of goods', numbers.ADD_GOODS],
  ['numbers of items', numbers.ADD_ITEMS],
  ['numbers of places', numbers.ADD_PLACES],
  ['changes of a snapshot that never counted', writes.FORGET_UNFINISHED],
  ...Object.entries({ ...PRUNE_STATEMENTS.bySome, ...PRUNE_STATEMENTS.inOrder, ...PRUNE_STATEMENTS.byWindows }),
];

test('no statement of the leader scans a large table', async () => {
  const session = await (await openDatabase()).connect('any');
  await session.query(MANY);
  for (const [name, statement] of STATEMENTS) {
    const read = Array.from((await planOf(statement, session)).matchAll(WHOLE), ([, table]) => table);
    expect({ name, read }).toEqual({ name, read: [] });
  }
  await session.end();
});
