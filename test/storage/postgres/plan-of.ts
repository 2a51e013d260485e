import type { Queryable, Sql } from '../../../src/storage/postgres/client.ts';

/** Returns PostgreSQL's plan for any values, one line per node. */
export async function planOf(statement: Sql, db: Queryable): Promise<string> {
  const text = typeof statement === 'string' ? statement : statement.text;
  const values = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
  await db.query('SET plan_cache_mode = force_generic_plan');
  await db.query(`PREPARE planned AS ${text}`);
  const nulls = values === 0 ? '' : `(${Array.from({ length: values }, () => 'NULL').join(', ')})`;
  const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE planned ${nulls}`);
  await db.query('DEALLOCATE planned');
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
