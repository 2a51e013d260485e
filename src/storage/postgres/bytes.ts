import type { Postgres } from './connection.ts';

/** Bytes of the database, by name as `storage/sqlite/bytes.ts` gives those of files. */
export async function databaseBytes(postgres: Postgres): Promise<{ database: number }> {
  const { rows } = await postgres.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  return { database: Number(rows[0]?.bytes) };
}
