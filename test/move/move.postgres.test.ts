import { cpSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { newNonce } from '../../src/delivery/seal.ts';
import { TABLES } from '../../src/move/tables.ts';
import { migrateFile } from '../../src/storage/migrations/sqlite.ts';
import { makeDatabase, openHandle } from '../storage/postgres/database.ts';
import { openLeaderJournal } from '../storage/postgres/ingest/lead.ts';
import { channel, entry, item, routed, traded } from '../storage/sqlite/journal/samples.ts';
import { RELEASED, writeReleasedStore } from '../storage/sqlite/released/write-released-store.ts';
import { fillStore, NOW, newStore, openFiles, unmark } from './filled-store.ts';
import { answersOfDatabase, answersOfFiles, runMove } from './run-move.ts';

/** Stands on: a real store in a file, a real PostgreSQL. */

test('fault 100: all ports answer on PostgreSQL as on the files, which stay unchanged', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const seen = () => [statSync(location.path).mtimeMs, readFileSync(location.path)];
  const before = seen();
  const to = await makeDatabase();
  const output = await runMove(url, to);
  expect(output).toMatch(/\ntrades +\d+ +\d+ +equal\n/);
  expect(output).toContain('The store is moved. Set STORE_URL');
  expect(output).not.toMatch(/Damaged|Unreadable/);
  expect(seen()).toEqual(before);

  const files = await answersOfFiles(location);
  expect(files.undo).not.toBeNull();
  expect(await answersOfDatabase(to)).toEqual(files);
});

test.each(RELEASED)('a store of %s can be moved after its first start upgraded it', async (version) => {
  const { url, location } = newStore();
  writeReleasedStore(version, dirname(location.path), { lastAt: NOW - 10_000 });
  const to = await makeDatabase();
  expect(await runMove(url, to)).toMatch(/was written by an older Crier: start this version of Crier on it once/);
  await (await openFiles(location)).close();
  const output = await runMove(url, to);
  expect(output).toContain('The store is moved.');
  expect(output).not.toMatch(/Damaged|Unreadable/);
  const answers = await answersOfDatabase(to);
  expect(answers).toEqual(await answersOfFiles(location));
  expect([answers.feeds.length, answers.watches.length, answers.types.length > 0]).toEqual([2, 2, true]);
});

test('the last write of a killed Crier, which is in the WAL only, is moved', async () => {
  const { location } = newStore();
  await fillStore(location);
  const killed = newStore();
  const files = await openFiles(location);
  await files.journal.record(entry(NOW + 1));
  // The files of a killed process, whose WAL was not checkpointed.
  cpSync(dirname(location.stem), dirname(killed.location.stem), { recursive: true });
  await files.close();
  expect(statSync(`${killed.location.path}-wal`).size).toBeGreaterThan(0);
  const to = await makeDatabase();
  await runMove(killed.url, to);
  const answers = await answersOfDatabase(to);
  expect(answers.latest.at(-1)).toMatchObject({ at: NOW + 1 });
  expect(answers).toEqual(await answersOfFiles(location));
});

test('hidden notices of an entry that a kill interrupted are not moved', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const db = new DatabaseSync(location.path);
  const last = Number(db.prepare('SELECT max(id) AS id FROM notices').get()?.id);
  db.exec(`INSERT INTO staged_notices (first_id, last_id) VALUES (${last}, ${last})`);
  db.close();
  const to = await makeDatabase();
  expect(await runMove(url, to)).toContain('The store is moved.');
  expect(await openHandle(to).query('SELECT max(id) < $1 AS is_left FROM notices', [last])).toMatchObject({
    rows: [{ is_left: true }],
  });
});

test('a store can be moved once; after use it can be moved again into an empty database', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const to = await makeDatabase();
  await runMove(url, to);
  await openHandle(to).query('DELETE FROM bans');
  expect(await runMove(url, to)).toMatch(
    /^Checking the files\nThe store was already moved there at 20.*: nothing to do\.\nThe files stay unchanged/,
  );
  expect((await openHandle(to).query('SELECT FROM bans')).count).toBe(0);

  await expect(openFiles(location)).rejects.toThrow(
    /^This store was moved to PostgreSQL: .*delete .*crier\.moved; their waiting notices are then delivered a second time\.$/,
  );
  unmark(location);
  const files = await openFiles(location);
  await files.journal.saveNumbers({ later: 1 });
  await files.close();
  expect(await runMove(url, to)).toMatch(/was moved there at 20.* and has changed since: .* give an empty database\.$/);
});

test('rows written after the move get unused numbers, above those of all moved rows', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const to = await makeDatabase();
  await runMove(url, to);
  const db = openHandle(to);
  const journal = await openLeaderJournal(db);
  const highest = async (of: string) =>
    (await db.query<{ n: number }>(`SELECT max(${of}) AS n FROM ${of.split('.')[0]}`)).rows[0]?.n ?? 0;
  const columns = [
    'causes.id',
    'notices.id',
    'messages.id',
    'items.id',
    'goods.id',
    'places.id',
    'outages.id',
    'changes.seq',
  ];
  const before = await Promise.all(columns.map(highest));
  const change = traded(NOW + 9, item('NEW', 'new'));
  await journal.record({ changes: [{ ...change, at: NOW + 9 }], notices: [routed(change)], heardAt: NOW + 9 });
  await journal.record({ changes: [], notices: [], gap: { from: 1, until: 2, why: 'new' } });
  await journal.enqueue([routed(change)]);
  const waiting = await journal.waiting(channel, NOW + 99, 100);
  expect(waiting.slice(-2).map(({ cause }) => cause)).toEqual(Array(2).fill({ kind: 'change', change }));
  const last = waiting.slice(-1);
  await journal.seal({ target: channel, nonce: newNonce(), body: '{}', notices: last, dropped: [], at: NOW });
  const places = entry(NOW + 10).changes.map((one) =>
    one.kind === 'traded' ? { ...one, trade: { ...one.trade, location: { x: 9, y: 9, z: 9, world: 'new' } } } : one,
  );
  await journal.record({ changes: places, notices: [] });
  const after = await Promise.all(columns.map(highest));
  for (const [index, column] of columns.entries()) expect(after[index], column).toBeGreaterThan(before[index] ?? 0);
  expect((await journal.latestChanges(0, 1))[0]).toMatchObject({ at: NOW + 10 });
});

test('unreadable records are moved unchanged, damaged rows stay in the file, and the report names both', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const db = new DatabaseSync(location.path);
  db.exec(`INSERT INTO watches (id, user_id, created_at, record)
      VALUES ('w-odd', '400', 0, '{"v":1,"record":{"id":"w-odd"}}');
    INSERT INTO feeds (id, guild_id, channel_id, kind, created_at, record)
      VALUES ('f-odd', '', '', '', 0, 'no ' || char(0) || ' JSON');
    INSERT INTO undos (key, record, expires_at) VALUES ('u-odd', 'no JSON', NULL), ('u-late', '{}', 'tomorrow');
    UPDATE causes SET json = 'no ' || char(0) || ' JSON' WHERE id = 5;
    INSERT INTO trades (item, at, seq, kind, count, paid)
      VALUES (1, 'noon', 0, 1, 1, 1), (1, 5, 0, 1, 0, 1), (1, 6, 0, 1, ${2n ** 60n}, 1);
    UPDATE notices SET due_at = due_at + 0.5 WHERE id = 16;`);
  db.close();
  const to = await makeDatabase();
  const output = await runMove(url, to);
  expect(output).toContain('Unreadable, moved unchanged: 1 of feeds (f-odd)');
  expect(output).toContain('Unreadable, moved unchanged: 1 of watches (w-odd)');
  expect(output).toContain('Damaged, left in the file: 1 of undos (u-late)');
  expect(output).toContain('Damaged, left in the file: 3 of trades (1/5/0, 1/6/0, 1/noon/0)');
  expect(output).toContain('The store is moved.');
  const { rows } = await openHandle(to).query(
    `SELECT (SELECT json FROM causes WHERE id = 5) AS cause, (SELECT due_at FROM notices WHERE id = 16) AS due,
      (SELECT record FROM feeds WHERE id = 'f-odd') AS feed, (SELECT record FROM watches WHERE id = 'w-odd') AS watch,
      (SELECT record FROM undos WHERE key = 'u-odd') AS undo`,
  );
  expect(rows).toEqual([
    {
      cause: 'no \\0 JSON',
      due: NOW + 2,
      feed: 'no \\0 JSON',
      watch: '{"v":1,"record":{"id":"w-odd"}}',
      undo: 'no JSON',
    },
  ]);
});

/** Tables and columns that only PostgreSQL has. The first start fills them, or the column has a default. */
const POSTGRES_ONLY = {
  tables: [
    ...['crier_schema', 'moved_store', 'leader', 'target_leases', 'global_rate_limit', 'cache', 'fleet_state'],
    ...['shard_blocks', 'shard_holders'],
    ...['sharding', 'fleet', 'identifies', 'snapshots', 'snapshot_pieces'],
  ],
  columns: [
    ...['feeds.xid', 'watches.xid', 'checkpoints.stored_at', 'trades.whole_paid', 'changes.whole_price'],
    ...['changes.whole_other_price', 'changes.whole_paid', 'changes.whole_sign_price'],
  ],
};
/**
 * SQLite numbers changes within a millisecond, so PostgreSQL's `seq` is no copy of them. Staged notices are not moved.
 */
const SQLITE_ONLY = ['changes.seq', 'staged_notices.first_id', 'staged_notices.last_id'];

test('the list of tables names every table and column that both engines have', async () => {
  const db = new DatabaseSync(':memory:');
  migrateFile(db);
  const inSqlite = db
    .prepare(
      `SELECT t.name || '.' || c.name AS name FROM sqlite_schema t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map(({ name }) => String(name));
  db.close();
  const inPostgres = await openHandle(await makeDatabase()).query<{ name: string; table: string }>(
    `SELECT table_name || '.' || column_name AS name, table_name AS "table" FROM information_schema.columns
      WHERE table_schema = 'public' AND is_generated = 'NEVER'`,
  );
  const copied = TABLES.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  const derived = TABLES.flatMap(({ name, derived: more }) =>
    Object.keys(more?.types ?? {}).map((column) => `${name}.${column}`),
  );
  expect([...copied, ...SQLITE_ONLY].toSorted()).toEqual(inSqlite.toSorted());
  const ofPostgres = inPostgres.rows.filter(({ table }) => !POSTGRES_ONLY.tables.includes(table));
  expect([...copied, ...derived, ...POSTGRES_ONLY.columns].toSorted()).toEqual(
    ofPostgres.map(({ name }) => name).toSorted(),
  );
});
