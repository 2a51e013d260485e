import { expect, test } from 'vitest';
import { createAddresses, createQueries } from '../../../src/storage/cache/cache.ts';
import { RECORD_TABLES } from '../../../src/storage/mappers/record-tables.ts';
import { clearExpiredInDatabase, openPostgresRecords, openSharedCache } from '../../../src/storage/postgres/records.ts';
import { PostgresSettingsTransactions } from '../../../src/storage/postgres/settings-transactions.ts';
import { createRefusedToken, createSendHolds, createUndos } from '../../../src/storage/records/records.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { watch } from '../sqlite/samples.ts';
import { makeDatabase, openHandle } from './database.ts';

const STEP = { put: [watch], remove: ['w2'] };
const ADA_UUID = '0a1b2c3d-0000-4000-8000-00000000000a';
const QUERY = { userId: '400', side: 'buy', sort: 'price', outOfStock: false, filter: { containers: true } } as const;

/** Opens the records and the cache of two processes on one database. */
async function open() {
  const url = await makeDatabase();
  const log = recordingLog();
  const db = openHandle(url);
  const openProcess = (of = db) => ({ db: of, records: openPostgresRecords(of, log), cache: openSharedCache(of, log) });
  return { db, log, one: openProcess(), other: openProcess(openHandle(url)) };
}

test('each listed record table exists with its columns', async () => {
  const { db } = await open();
  for (const { name } of Object.values(RECORD_TABLES)) {
    const { rows } = await db.query<{ column: string }>(
      `SELECT column_name || ' ' || data_type AS column FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position`,
      [name],
    );
    expect({ name, columns: rows.map(({ column }) => column) }).toEqual({
      name,
      columns: ['key text', 'record text', 'expires_at timestamp with time zone'],
    });
  }
});

test('an undo step that two processes take at once is taken once', async () => {
  const { one, other } = await open();
  const [first, second] = [createUndos(one.records), createUndos(other.records)];
  await first.keep('400', STEP);
  const key = await second.keep('400', STEP);
  expect(await first.last('400')).toEqual({ key, step: STEP });
  const taken = await Promise.all([first, second, first, second].map((undos) => undos.take('400', key)));
  expect(taken.filter((step) => step !== null)).toEqual([{ key, step: STEP }]);
});

test('an ambiguous command is found by its key with all options, and is no query', async () => {
  const { one, other } = await open();
  const options = [{ name: 'add', type: 1, options: [{ name: 'item', type: 3, value: 'gass' }] }];
  const command = { userId: '400', command: 'watch', options, guesses: [{ option: 'item', value: 'GLASS' }] };
  const key = await createQueries(one.cache).keepCommand(command);
  expect(await createQueries(other.cache).findCommand(key)).toEqual(command);
  expect(await createQueries(other.cache).find(key)).toBeNull();
  expect(await createQueries(other.cache).of('400')).toEqual([command]);
  expect(await createQueries(other.cache).of('401')).toEqual([]);
  await createQueries(one.cache).forget('400');
  expect(await createQueries(other.cache).findCommand(key)).toBeNull();
});

test('a report of own shops that one process saved is found by another, and is no query of /shop', async () => {
  const { one, other } = await open();
  const report = { userId: '400', player: { name: 'Ada', uuid: ADA_UUID }, isOwn: false, days: 90, lookedAt: null };
  const key = await createQueries(one.cache).keepOwnShops(report);
  expect(await createQueries(other.cache).findOwnShops(key)).toEqual(report);
  expect(await createQueries(other.cache).find(key)).toBeNull();
});

test('an expired cache value is not found, and is deleted with all others', async () => {
  const { db, one } = await open();
  const [queries, addresses] = [createQueries(one.cache), createAddresses(one.cache)];
  const key = await queries.keep(QUERY);
  await addresses.keep('400', '900');
  expect(await queries.find(key)).toEqual(QUERY);
  await db.query(`UPDATE cache SET expires_at = clock_timestamp() - interval '1 s' WHERE space = 'queries'`);
  expect(await queries.find(key)).toBeNull();
  await queries.tidy();
  expect((await db.query('SELECT FROM cache')).count).toBe(1);
  expect(await addresses.find('400')).toBe('900');
  await addresses.forget('400');
  expect(await addresses.find('400')).toBeNull();
});

test('an expired record is not found, and the next write deletes it', async () => {
  const { db, one } = await open();
  const undos = createUndos(one.records);
  await undos.keep('400', STEP);
  await undos.keep('401', STEP);
  await db.query(`UPDATE undos SET expires_at = clock_timestamp() - interval '1 s'`);
  expect([await undos.last('400'), await undos.take('401')]).toEqual([null, null]);
  await undos.keep('400', STEP);
  await undos.keep('402', STEP);
  const { rows } = await db.query('SELECT key FROM undos ORDER BY key');
  expect(rows).toEqual([{ key: '400' }, { key: '402' }]);
});

test('expired records of all tables are deleted at once, except those that a transaction is writing', async () => {
  const { db, one, other } = await open();
  for (const user of ['a', 'b']) await createUndos(one.records).keep(user, STEP);
  await createSendHolds(one.records, 'here').keep('address', Date.now() + 60_000, 60_000);
  await createRefusedToken(one.records).keep('a.b.c');
  for (const table of ['undos', 'send_holds']) {
    await db.query(`UPDATE ${table} SET expires_at = clock_timestamp() - interval '1 s'`);
  }
  await new PostgresSettingsTransactions(one.db).run('user:a', async () => {
    await createUndos(one.records).keep('a', STEP);
    await clearExpiredInDatabase(other.db);
  });
  const left = async (table: string) =>
    (await db.query<{ key: string }>(`SELECT key FROM ${table}`)).rows.map((row) => row.key);
  expect([await left('undos'), await left('send_holds')]).toEqual([['a'], []]);
  expect(await left('refused_token')).toHaveLength(1);
});

test('transactions of two users that both meet expired records do not wait for each other', async () => {
  const { db, one, other } = await open();
  for (const user of ['a', 'b']) await createUndos(one.records).keep(user, STEP);
  await db.query(`UPDATE undos SET expires_at = clock_timestamp() - interval '1 s'`);
  const written: string[] = [];
  await new PostgresSettingsTransactions(one.db).run('user:400', async () => {
    await createUndos(one.records).keep('400', STEP);
    await new PostgresSettingsTransactions(other.db).run('user:401', async () => {
      await createUndos(other.records).keep('401', STEP);
    });
    written.push('401');
  });
  expect(written).toEqual(['401']);
  const { rows } = await db.query('SELECT key FROM undos ORDER BY key');
  expect(rows).toEqual([{ key: '400' }, { key: '401' }]);
});

test('all values of a user are deleted, and none of another', async () => {
  const { one } = await open();
  const queries = createQueries(one.cache);
  const keys = [await queries.keep(QUERY), await queries.keep({ ...QUERY, userId: '401' })];
  await queries.forget('400');
  expect(await Promise.all(keys.map((key) => queries.find(key)))).toEqual([null, { ...QUERY, userId: '401' }]);
});

test('the deletion of a user’s values includes expired ones, and no other user’s', async () => {
  const { db, one } = await open();
  const queries = createQueries(one.cache);
  await queries.keep(QUERY);
  await queries.keep({ ...QUERY, userId: '401' });
  await db.query(`UPDATE cache SET expires_at = clock_timestamp() - interval '1 s'`);
  await queries.keep(QUERY);
  await queries.forget('400');
  expect((await db.query('SELECT user_id FROM cache')).rows).toEqual([{ user_id: '401' }]);
});

test('a refused token is known to the other processes, and an unreadable record counts as missing', async () => {
  const { db, log, one, other } = await open();
  const refused = createRefusedToken(other.records);
  await createRefusedToken(one.records).keep('a.b.c');
  expect([await refused.is('a.b.c'), await refused.is('d.e.f')]).toEqual([true, false]);
  for (const record of ['{"v":1}', 'no JSON']) {
    await db.query('UPDATE refused_token SET record = $1', [record]);
    expect(await refused.is('a.b.c')).toBe(false);
  }
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
});

test('a ban of an address by Discord applies to one machine, and expires', async () => {
  const { db, one, other } = await open();
  const until = Date.now() + 60_000;
  await createSendHolds(one.records, 'here').keep('address', until, 60_000);
  expect(await createSendHolds(other.records, 'here').until('address')).toBe(until);
  expect(await createSendHolds(other.records, 'there').until('address')).toBeNull();
  await db.query(`UPDATE send_holds SET expires_at = clock_timestamp() - interval '1 s'`);
  expect(await createSendHolds(one.records, 'here').until('address')).toBeNull();
});
