import { expect, test } from 'vitest';
import * as sql from '../../../../src/storage/postgres/outbox/sql.ts';
import { openDatabase } from '../database.ts';
import { planOf } from '../plan-of.ts';

/** A week of ended messages, and pending notices for one in a hundred targets. */
const MANY = `
  INSERT INTO causes SELECT n, '{}' FROM generate_series(1, 50000) n;
  INSERT INTO notices (id, cause, target, subscription_ids, due_at, ended_at, message)
    SELECT n, n, 'user:' || n % 5000, '["w1"]', n, CASE WHEN n % 100 > 0 THEN n END, CASE WHEN n % 100 > 0 THEN n END
    FROM generate_series(1, 50000) n;
  INSERT INTO messages (target, nonce, body, sealed_at, settled_at)
    SELECT 'user:' || n % 5000, 'nonce-' || n, '{}', n, CASE WHEN n % 100 > 0 THEN n END FROM generate_series(1, 50000) n;
  INSERT INTO deliveries SELECT 'w' || n, n FROM generate_series(1, 50000) n;
  INSERT INTO target_leases (target, due_at) SELECT 'user:' || n, n FROM generate_series(1, 5000) n;
  ANALYZE`;

test('no statement for a message or a command scans a whole table', async () => {
  const session = await (await openDatabase()).connect('any');
  await session.query(MANY);
  const {
    ENQUEUE,
    WAITING,
    NEXT_DUE_AT,
    POSTPONE,
    SEAL,
    SEALED_AS,
    DROP,
    IS_DROPPED,
    SEALED,
    SETTLED,
    SETTLE,
    LAST_DELIVERED,
  } = sql;
  const ofMessages = [
    ENQUEUE,
    WAITING,
    NEXT_DUE_AT,
    POSTPONE,
    SEAL,
    SEALED_AS,
    DROP,
    IS_DROPPED,
    SEALED,
    SETTLED,
    SETTLE,
    LAST_DELIVERED,
  ];
  const { IS_ENQUEUED, NEWEST, MOVE, FORGET_NOTICES, FORGET_CAUSES, FORGET_MESSAGES, FORGET_DELIVERIES } = sql;
  for (const statement of [
    ...ofMessages,
    IS_ENQUEUED,
    NEWEST,
    MOVE,
    FORGET_NOTICES,
    FORGET_CAUSES,
    FORGET_MESSAGES,
    FORGET_DELIVERIES,
  ]) {
    expect(await planOf(statement, session)).not.toMatch(/Seq Scan on (?!pg_)/);
  }
  await session.end();
});
