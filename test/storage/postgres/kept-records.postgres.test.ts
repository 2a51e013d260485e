import { expect, test } from 'vitest';
import { cachedQueries } from '../../../src/storage/cache/queries.ts';
import { openKept } from '../../../src/storage/postgres/settings/kept-records.ts';
import { keptRefusedToken } from '../../../src/storage/records/refused-token.ts';
import { keptSendBlocks } from '../../../src/storage/records/send-blocks.ts';
import { keptUndos } from '../../../src/storage/records/undos.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { watch } from '../sqlite/samples.ts';
import { makeDatabase, openHandle } from './database.ts';

const STEP = { put: [watch], remove: ['w2'] };
const QUERY = { userId: '400', side: 'buy', sort: 'price', outOfStock: false, filter: { containers: true } } as const;

/** Two processes on one database. */
async function open() {
  const url = await makeDatabase();
  const log = recordingLog();
  const db = openHandle(url);
  return { db, log, one: openKept(db, log), other: openKept(openHandle(url), log) };
}

test('a change is taken back once, whichever processes are asked', async () => {
  const { one, other } = await open();
  const [first, second] = [keptUndos(one), keptUndos(other)];
  await first.keep('400', STEP);
  const key = await second.keep('400', STEP);
  expect(await first.last('400')).toEqual({ key, step: STEP });
  const taken = await Promise.all([first, second, first, second].map((undos) => undos.take('400', key)));
  expect(taken.filter((step) => step !== null)).toEqual([{ key, step: STEP }]);
});

test('an unclear command is found by its key with all its options, and is no query', async () => {
  const { one, other } = await open();
  const options = [{ name: 'add', type: 1, options: [{ name: 'item', type: 3, value: 'gass' }] }];
  const command = { userId: '400', command: 'watch', options, guesses: [{ option: 'item', value: 'GLASS' }] };
  const key = await cachedQueries(one).keepCommand(command);
  expect(await cachedQueries(other).findCommand(key)).toEqual(command);
  expect(await cachedQueries(other).find(key)).toBeNull();
  await cachedQueries(one).forget('400');
  expect(await cachedQueries(other).findCommand(key)).toBeNull();
});

test('what has outlived its time counts as gone, and is deleted with the rest', async () => {
  const { db, one } = await open();
  const [queries, undos] = [cachedQueries(one), keptUndos(one)];
  const key = await queries.keep(QUERY);
  await undos.keep('400', STEP);
  expect(await queries.find(key)).toEqual(QUERY);
  await db.query("UPDATE kept SET expires_at = clock_timestamp() - interval '1 s'");
  expect(await queries.find(key)).toBeNull();
  expect(await undos.take('400')).toBeNull();
  await queries.tidy();
  expect((await db.query('SELECT FROM kept')).count).toBe(0);
});

test('all of a person is forgotten, and nothing of another', async () => {
  const { one } = await open();
  const queries = cachedQueries(one);
  const keys = [await queries.keep(QUERY), await queries.keep({ ...QUERY, userId: '401' })];
  await queries.forget('400');
  expect(await Promise.all(keys.map((key) => queries.find(key)))).toEqual([null, { ...QUERY, userId: '401' }]);
});

test('a token that one process was refused is known to the others; one that cannot be read counts as none', async () => {
  const { db, log, one, other } = await open();
  await keptRefusedToken(one).keep('a.b.c');
  expect([await keptRefusedToken(other).is('a.b.c'), await keptRefusedToken(other).is('d.e.f')]).toEqual([true, false]);
  await db.query(`UPDATE kept SET record = '{"v":1}'`);
  expect(await keptRefusedToken(other).is('a.b.c')).toBe(false);
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
});

test('until when Discord refuses a machine’s address is that machine’s own, and is forgotten then', async () => {
  const { db, one, other } = await open();
  const until = Date.now() + 60_000;
  await keptSendBlocks(one, 'here').keep('address', until, 60_000);
  expect(await keptSendBlocks(other, 'here').until('address')).toBe(until);
  expect(await keptSendBlocks(other, 'there').until('address')).toBeNull();
  await db.query("UPDATE kept SET expires_at = clock_timestamp() - interval '1 s'");
  expect(await keptSendBlocks(one, 'here').until('address')).toBeNull();
});
