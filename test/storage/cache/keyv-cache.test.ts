import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createAddresses, createQueries } from '../../../src/storage/cache/cache.ts';
import { openCache } from '../../../src/storage/cache/keyv-cache.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';

/** Stands on: a real cache in a file. */

const QUERY = { userId: '400', side: 'buy', sort: 'price', outOfStock: false, filter: { containers: true } } as const;

afterEach(() => void vi.useRealTimers());

const newPath = () => join(temporaryFolder(), 'crier.cache.sqlite');

async function opened(path: string) {
  const log = recordingLog();
  const cache = await openCache(path, log);
  onTestFinished(() => cache.close());
  return {
    log,
    queries: createQueries(cache.open),
    addresses: createAddresses(cache.open),
    close: () => cache.close(),
    sentences: () => log.lines.flatMap(({ level, sentence }) => (level === 'debug' ? [] : [sentence])),
  };
}

/** Asserts that each space of the cache saves and finds a value. */
async function expectWorks({ queries, addresses }: Awaited<ReturnType<typeof opened>>): Promise<void> {
  const key = await queries.keep(QUERY);
  await addresses.keep('400', '987');
  expect([await queries.find(key), await addresses.find('400')]).toEqual([QUERY, '987']);
  await queries.forget('400');
  await addresses.forget('400');
  expect([await queries.find(key), await addresses.find('400')]).toEqual([null, null]);
}

test('values are found after a restart, and only their user’s deletion removes them', async () => {
  const path = newPath();
  const first = await opened(path);
  const [key, other] = [await first.queries.keep(QUERY), await first.queries.keep({ ...QUERY, userId: '401' })];
  await first.addresses.keep('400', '987');
  await first.close();
  const second = await opened(path);
  expect([await second.queries.find(key), await second.addresses.find('400')]).toEqual([QUERY, '987']);
  expect(await second.queries.of('400')).toEqual([QUERY]);
  await second.queries.forget('400');
  expect(await second.queries.of('400')).toEqual([]);
  expect([await second.queries.find(key), (await second.queries.find(other))?.userId]).toEqual([null, '401']);
  expect(second.log.lines).toEqual([]);
});

test('a report of own shops is found by its key, and is no query of /shop', async () => {
  const { queries } = await opened(newPath());
  const report = { userId: '400', player: { name: 'Ada', uuid: null }, isOwn: true, days: 7, lookedAt: 5 };
  const [key, other] = [await queries.keepOwnShops(report), await queries.keep(QUERY)];
  expect([await queries.findOwnShops(key), await queries.find(key)]).toEqual([report, null]);
  expect(await queries.findOwnShops(other)).toBeNull();
  await queries.forget('400');
  expect(await queries.findOwnShops(key)).toBeNull();
});

test('a query expires after a day, and the cleanup deletes it from the file', async () => {
  const path = newPath();
  const { queries } = await opened(path);
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  const key = await queries.keep(QUERY);
  vi.setSystemTime(now + 24 * 3_600_000 + 1);
  expect(await queries.find(key)).toBeNull();
  await queries.tidy();
  const db = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => db.close());
  expect(db.prepare('SELECT count(*) AS count FROM keyv').get()).toEqual({ count: 0 });
});

test('the deletion of a user’s values includes expired and unreadable ones, and no other user’s', async () => {
  const path = newPath();
  const { queries, addresses, sentences } = await opened(path);
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  const report = { userId: '400', player: { name: 'Ada', uuid: null }, isOwn: true, days: 7, lookedAt: 5 };
  await queries.keep(QUERY);
  await queries.keepOwnShops(report);
  await queries.keep({ ...QUERY, userId: '401' });
  vi.setSystemTime(now + 24 * 3_600_000 + 1);
  const unreadable = await queries.keep(QUERY);
  const damaged = await queries.keep(QUERY);
  await queries.keep({ ...QUERY, userId: '402' });
  await addresses.keep('400', '987');
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  db.prepare(`UPDATE keyv SET value = json_set(value, '$.value.v', 2) WHERE key = ?`).run(unreadable);
  db.prepare(`UPDATE keyv SET value = '{oops' WHERE key = ?`).run(damaged);
  await queries.forget('400');
  const left = db.prepare(`SELECT value FROM keyv WHERE namespace = 'queries' ORDER BY value`).all();
  const userIds = left.map(({ value }) => /"userId":"(\d+)"/.exec(String(value))?.[1]);
  expect(userIds).toEqual(['401', '402', undefined]);
  expect(await addresses.find('400')).toBe('987');
  expect(sentences()).toEqual([]);
});

test.each([
  ['is a folder', (path: string) => mkdirSync(path)],
  ['lies below a file', (path: string) => writeFileSync(join(path, '..'), '')],
])('a cache whose path %s keeps its values in memory, and logs that once', async (what, prepare) => {
  const path = what === 'is a folder' ? newPath() : join(temporaryFolder(), 'file', 'crier.cache.sqlite');
  prepare(path);
  const cache = await opened(path);
  await expectWorks(cache);
  await cache.queries.tidy();
  expect(cache.sentences()).toEqual(['Cache unusable, keeping its values in memory']);
});

test.each([
  ['is not a database', () => Buffer.from('no database '.repeat(1_000))],
  ['has damaged pages', (bytes: Buffer) => Buffer.from(bytes).fill(0x5a, 4_096)],
  ['is empty', () => Buffer.alloc(0)],
])('a cache file that %s is replaced by a new one', async (_, damage) => {
  const path = newPath();
  const first = await opened(path);
  for (let user = 0; user < 50; user += 1) await first.addresses.keep(`${user}`, '987');
  await first.close();
  writeFileSync(path, damage(readFileSync(path)));
  for (const side of ['-wal', '-shm']) rmSync(path + side, { force: true });
  const second = await opened(path);
  expect(await second.addresses.find('1')).toBeNull();
  await expectWorks(second);
  expect(second.sentences()).toEqual([]);
});

test('a valid file that another program locks at the start is kept, and used after a restart', async () => {
  const path = newPath();
  const first = await opened(path);
  await first.addresses.keep('400', '987');
  await first.close();
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const locked = await opened(path);
  expect(locked.sentences()).toEqual(['Cache unusable, keeping its values in memory']);
  other.exec('ROLLBACK');
  other.close();
  expect(await (await opened(path)).addresses.find('400')).toBe('987');
});

test('each failure to delete the values of a user is logged', async () => {
  const path = newPath();
  const { queries, sentences } = await opened(path);
  await queries.keep(QUERY);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec(`CREATE TRIGGER refuse BEFORE DELETE ON keyv BEGIN SELECT RAISE(ABORT, 'refused'); END`);
  await queries.forget('400');
  await queries.forget('400');
  const notDeleted = 'Cached values of a user not deleted';
  expect(sentences()).toEqual(['Cache unusable, keeping new values in memory', notDeleted, notDeleted]);
});

test('a file that takes no writes keeps new values in memory, logs that once, and is used again later', async () => {
  const path = newPath();
  const cache = await opened(path);
  await cache.addresses.keep('400', '987');
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  await cache.addresses.keep('401', '988');
  await cache.addresses.keep('402', '989');
  const found = ['400', '401', '402'].map((id) => cache.addresses.find(id));
  expect(await Promise.all(found)).toEqual(['987', '988', '989']);
  await cache.queries.tidy();
  other.exec('ROLLBACK');
  other.close();
  await expectWorks(cache);
  expect(cache.sentences()).toEqual(['Cache unusable, keeping new values in memory', 'Cache usable again']);
});

test('a cache damaged or deleted while open never rejects, and the next start recreates its file', async () => {
  const path = newPath();
  const cache = await opened(path);
  for (let user = 0; user < 50; user += 1) await cache.addresses.keep(`${user}`, '987');
  for (const side of ['', '-wal']) writeFileSync(path + side, 'no database '.repeat(2_000));
  await cache.addresses.find('1');
  await expectWorks(cache);
  for (const side of ['', '-wal', '-shm']) rmSync(path + side, { force: true });
  await expectWorks(cache);
  await cache.addresses.keep('1', '987');
  expect(await cache.addresses.find('1')).toBe('987');
  await cache.queries.tidy();
  await cache.close();
  expect(existsSync(path)).toBe(false);
  expect(await (await opened(path)).addresses.find('1')).toBeNull();
  expect(existsSync(path)).toBe(true);
});

test('a value of a newer version counts as missing, and is logged once per space', async () => {
  const path = newPath();
  const { addresses, log } = await opened(path);
  await addresses.keep('400', '987');
  const db = new DatabaseSync(path);
  db.exec(`UPDATE keyv SET value = json_set(value, '$.value.v', 2)`);
  db.close();
  expect([await addresses.find('400'), await addresses.find('400')]).toEqual([null, null]);
  expect(log.lines).toMatchObject([
    { level: 'warn', facts: { table: 'addresses', why: 'written by a newer Crier (version 2)' } },
  ]);
});
