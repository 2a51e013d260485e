import { expect, test } from 'vitest';
import type { Queryable, Sql } from '../../../src/postgres/client.ts';
import * as sql from '../../../src/postgres/outbox/sql.ts';
import { openDatabase } from '../database.ts';

/** A week that has ended, and a target in a hundred for which something waits. */
const MANY = `
  INSERT INTO causes SELECT n, '{}' FROM generate_series(1, 50000) n;
  INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message)
    SELECT n, n, 'user:' || n % 5000, '["w1"]', n, CASE WHEN n % 100 > 0 THEN n END, CASE WHEN n % 100 > 0 THEN n END
    FROM generate_series(1, 50000) n;
  INSERT INTO messages (target, nonce, body, sealed_at, settled_at)
    SELECT 'user:' || n % 5000, 'nonce-' || n, '{}', n, CASE WHEN n % 100 > 0 THEN n END FROM generate_series(1, 50000) n;
  INSERT INTO told SELECT 'w' || n, n FROM generate_series(1, 50000) n;
  INSERT INTO lines (target, due_at) SELECT 'user:' || n, n FROM generate_series(1, 5000) n;
  ANALYZE`;

/** How PostgreSQL does it, whatever the values are. */
async function planOf(statement: Sql, db: Queryable): Promise<string> {
  const text = typeof statement === 'string' ? statement : statement.text;
  const values = Math.max(...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
  await db.query(`PREPARE planned AS ${text}`);
  const nulls = Array.from({ length: values }, () => 'NULL');
  const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE planned (${nulls.join(', ')})`);
  await db.query('DEALLOCATE planned');
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('nothing that is done for a message, or at a command, reads a table from end to end', async () => {
  const session = await (await openDatabase()).connect('any');
  await session.query(MANY);
  await session.query('SET plan_cache_mode = force_generic_plan');
  const { TELL, WAITING, NEXT_DUE_AT, POSTPONE, SEAL, SEALED_AS, DROP, IS_DROPPED, SEALED, SETTLED, SETTLE, TOLD } =
    sql;
  const ofMessages = [
    TELL,
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
    TOLD,
  ];
  const { IS_TOLD, NEWEST, MOVE, FORGET_NOTICES, FORGET_MESSAGES, FORGET_TOLD } = sql;
  for (const statement of [...ofMessages, IS_TOLD, NEWEST, MOVE, FORGET_NOTICES, FORGET_MESSAGES, FORGET_TOLD]) {
    expect(await planOf(statement, session)).not.toMatch(/Seq Scan on (?!pg_)/);
  }
  await session.end();
});
