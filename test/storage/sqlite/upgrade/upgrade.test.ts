import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { SubscriptionsInMemory } from '../../../../src/routing/subscriptions-in-memory.ts';
import { RECORD_TABLES } from '../../../../src/storage/mappers/record-tables.ts';
import { createUndos } from '../../../../src/storage/records/records.ts';
import { SqliteSettings } from '../../../../src/storage/sqlite/settings.ts';
import { openStore } from '../../../../src/storage/sqlite/store.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { IDS, RELEASED, writeReleasedStore } from '../released/write-released-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { change, contentOf, journalContentOf, keyvOf, locationIn, NOW, rowsOf, upgrade } from './legacy-store.ts';

/** Stands on: stores that earlier versions wrote, in real files. */

const KEPT = ['crier.events.sqlite.before-0.4', 'crier.sqlite.before-0.4'];
const storeIn = (folder: string) => join(folder, 'crier.sqlite');
const sorted = (rows: readonly unknown[] = []) => rows.map((row) => JSON.stringify(row)).sort();

it.each(RELEASED)('a store of version %s becomes one file with every row of both old files', async (version) => {
  const folder = temporaryFolder();
  const { settings, journal } = writeReleasedStore(version, folder);
  const expected = journalContentOf(journal);
  const kept = keyvOf(settings);
  const log = await upgrade(folder);

  const found = contentOf(storeIn(folder));
  for (const [table, rows] of Object.entries(expected)) expect(sorted(found[table]), table).toEqual(sorted(rows));
  const recordsOf = (space: string, table: string, key: string) =>
    rowsOf(storeIn(folder), `SELECT ${key} AS key, record FROM ${table}`).map((row) => [
      `${space}/${row.key}`,
      JSON.parse(String(row.record)),
    ]);
  const carried = Object.fromEntries([
    ...['feeds', 'watches', 'people'].flatMap((table) => recordsOf(table, table, 'id')),
    ...Object.values(RECORD_TABLES).flatMap(({ name, legacySpace }) =>
      legacySpace === undefined ? [] : recordsOf(legacySpace, name, 'key'),
    ),
  ]);
  const isExpendable = (name: string) => /^(?:queries|addresses)\//.test(name);
  expect(carried).toEqual(Object.fromEntries(Object.entries(kept).filter(([name]) => !isExpendable(name))));
  expect(readdirSync(folder).sort()).toEqual([
    ...['crier.cache.sqlite', 'crier.events.sqlite', 'crier.events.sqlite.before-0.4'],
    ...['crier.sqlite', 'crier.sqlite.before-0.4'],
  ]);
  expect(log.lines.map(({ sentence }) => sentence)).toEqual([
    'Upgrading the store, merging its two files into one',
    'Store upgraded',
  ]);
});

it.each(RELEASED)('the settings of version %s are read, and the last change can be undone', async (version) => {
  const folder = temporaryFolder();
  writeReleasedStore(version, folder, { lastAt: NOW });
  const log = recordingLog();
  const { db, transactions, records, close } = await openStore(locationIn(folder), log, { now: () => NOW });
  const settings = new SqliteSettings({ db, transactions, memory: new SubscriptionsInMemory(), log });
  expect((await settings.feeds()).map(({ kind, channelId }) => `${kind} ${channelId}`).sort()).toEqual([
    `auctions ${IDS.market}`,
    `trades ${IDS.staff}`,
  ]);
  expect((await settings.watches()).map(({ userId, trigger }) => `${trigger} ${userId}`).sort()).toEqual([
    `at-or-below ${IDS.player}`,
    `auctioned ${IDS.player}`,
  ]);
  const quiet = { from: 1_380, to: 420, timeZone: 'Europe/Berlin' };
  const hasQuietHours = version !== '0.1.0';
  expect(await settings.people()).toEqual(hasQuietHours ? [{ id: IDS.player, quiet }] : []);
  const undo = await createUndos(records).last(IDS.player);
  expect(undo !== null).toBe(hasQuietHours);
  expect(log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
  await close();
});

it('a large store is converted in a thread', async () => {
  const folder = temporaryFolder();
  const { journal } = writeReleasedStore('0.4.0-dev', folder);
  change(journal, 'INSERT INTO causes VALUES (99, zeroblob(70000000))');
  const posted: unknown[] = [];
  const listen = (worker: Worker) => worker.once('message', (message) => posted.push(message));
  process.on('worker', listen);
  onTestFinished(() => void process.off('worker', listen));
  await upgrade(folder);
  expect(posted).toContainEqual(expect.objectContaining({ feeds: 2, watches: 2, people: 1 }));
  expect(rowsOf(storeIn(folder), 'SELECT length(json) AS length FROM causes WHERE id = 99')).toEqual([{ length: 7e7 }]);
});

it('a large store that cannot be converted is tried once, and the thread returns its error', async () => {
  const folder = temporaryFolder();
  const { journal } = writeReleasedStore('0.4.0-dev', folder);
  change(journal, 'INSERT INTO causes VALUES (99, zeroblob(70000000)); DROP TABLE outages; DROP TABLE told');
  const posted: unknown[] = [];
  const listen = (worker: Worker) => worker.once('message', (message) => posted.push(message));
  process.on('worker', listen);
  onTestFinished(() => void process.off('worker', listen));
  await expect(upgrade(folder)).rejects.toMatchObject({
    name: 'StoreUnusable',
    message: expect.stringMatching(/^The store at \S+ cannot be upgraded: /),
    cause: { errcode: 1 },
  });
  expect(posted).toContainEqual(expect.objectContaining({ isOperatorFault: false }));
});

it('the columns of feeds and watches repeat the values of their records', async () => {
  const folder = temporaryFolder();
  writeReleasedStore('0.4.0-dev', folder);
  await upgrade(folder);
  const [feeds, watches] = [
    rowsOf(storeIn(folder), 'SELECT guild_id, channel_id, kind, created_at > 1e12 AS isTime FROM feeds ORDER BY kind'),
    rowsOf(storeIn(folder), 'SELECT DISTINCT user_id, created_at > 1e12 AS isTime FROM watches'),
  ];
  expect(feeds).toEqual([
    { guild_id: IDS.guild, channel_id: IDS.market, kind: 'auctions', isTime: 1 },
    { guild_id: IDS.guild, channel_id: IDS.staff, kind: 'trades', isTime: 1 },
  ]);
  expect(watches).toEqual([{ user_id: IDS.player, isTime: 1 }]);
});

it('the cache takes over the queries behind buttons and the channels of direct messages', async () => {
  const folder = temporaryFolder();
  const { settings } = writeReleasedStore('0.4.0-dev', folder);
  const kept = Object.entries(keyvOf(settings)).filter(([name]) => /^(?:queries|addresses)\//.test(name));
  expect(kept).toHaveLength(3);
  await upgrade(folder);
  expect(keyvOf(join(folder, 'crier.cache.sqlite'))).toEqual(Object.fromEntries(kept));
});

it('an unreadable record is kept unchanged', async () => {
  const folder = temporaryFolder();
  const { settings } = writeReleasedStore('0.4.0-dev', folder);
  const newer = '{"v":2,"record":{"id":"n","mood":"new"}}';
  change(
    settings,
    `INSERT INTO keyv (key, value, namespace) VALUES
      ('n', '{"value":${newer}}', 'watches'), ('t', 'no JSON', 'feeds'), ('e', NULL, 'people'), ('b', x'00ff', 'undos');
    UPDATE keyv SET value = replace(value, '"guildId"', '"mildId"') WHERE namespace = 'feeds' AND value LIKE '%auctions%'`,
  );
  await upgrade(folder);
  const rows = (table: string, column: string, key: string) =>
    rowsOf(storeIn(folder), `SELECT record FROM ${table} WHERE ${column} = ?`, key).map(({ record }) => record);
  expect(rows('watches', 'id', 'n')).toEqual([newer]);
  expect(rows('feeds', 'id', 't')).toEqual(['no JSON']);
  expect(rows('people', 'id', 'e')).toEqual(['']);
  expect(rows('undos', 'key', 'b')).toHaveLength(1);
  expect(rowsOf(storeIn(folder), "SELECT guild_id, kind FROM feeds WHERE record LIKE '%mildId%'")).toEqual([
    { guild_id: '', kind: 'auctions' },
  ]);
});

it('a change of watches that a kill interrupted is undone, and an unreadable one is logged', async () => {
  const folder = temporaryFolder();
  const { settings } = writeReleasedStore('0.4.0-dev', folder);
  const [before] = rowsOf(
    settings,
    "SELECT key, value FROM keyv WHERE namespace = 'watches' AND value LIKE '%DIAMOND%'",
  );
  const { record: watch } = JSON.parse(String(before?.value)).value;
  const back = { put: [watch], remove: ['half-made'], quiet: null };
  const lastUndo = { key: 'k', step: { put: [], remove: [watch.id] } };
  const unfinished = JSON.stringify({ value: { v: 1, record: { id: IDS.player, back, lastUndo } } });
  change(
    settings,
    `DELETE FROM keyv WHERE key = '${watch.id}';
    INSERT INTO keyv (key, value, namespace) VALUES
      ('half-made', '${JSON.stringify({ value: { v: 1, record: { ...watch, id: 'half-made' } } })}', 'watches'),
      ('${IDS.player}', '${unfinished}', 'unfinished'), ('999', '{"value":{"v":7}}', 'unfinished')`,
  );
  const log = await upgrade(folder);

  expect(
    rowsOf(
      storeIn(folder),
      "SELECT id, json(record) = json(?) AS isSame FROM watches WHERE id IN (?, 'half-made')",
      JSON.stringify({ v: 1, record: watch }),
      watch.id,
    ),
  ).toEqual([{ id: watch.id, isSame: 1 }]);
  const [person] = rowsOf(storeIn(folder), 'SELECT record FROM people');
  expect(JSON.parse(String(person?.record))).toEqual({ v: 1, record: { id: IDS.player, quiet: null } });
  const [undo] = rowsOf(storeIn(folder), 'SELECT record, expires_at FROM undos');
  expect(JSON.parse(String(undo?.record))).toEqual({ v: 1, key: 'k', ...lastUndo.step });
  expect(undo?.expires_at).toBe(NOW + 600_000);
  expect(log.errors()).toEqual([expect.objectContaining({ facts: expect.objectContaining({ users: ['999'] }) })]);
  expect(log.lines).toContainEqual(expect.objectContaining({ facts: { users: [IDS.player] } }));
});

it('a change that was interrupted after it added a watch is no loss of settings', async () => {
  const folder = temporaryFolder();
  const { settings, journal } = writeReleasedStore('0.4.0-dev', folder);
  const back = { put: [], remove: ['half-made'] };
  const unfinished = JSON.stringify({ value: { v: 1, record: { id: IDS.player, back, lastUndo: null } } });
  change(
    settings,
    `INSERT INTO keyv (key, value, namespace) VALUES
      ('half-made', '{"value":{"v":1,"record":{}}}', 'watches'), ('${IDS.player}', '${unfinished}', 'unfinished')`,
  );
  change(journal, "INSERT OR REPLACE INTO moments (name, at) VALUES ('number:settings-watches', 3)");
  const log = await upgrade(folder);
  expect(log.lines).toContainEqual(expect.objectContaining({ facts: { users: [IDS.player] } }));
  expect(log.errors()).toEqual([]);
  expect(rowsOf(storeIn(folder), 'SELECT count(*) AS count FROM watches')).toEqual([{ count: 2 }]);
  expect(rowsOf(storeIn(folder), "SELECT at FROM checkpoints WHERE name = '.quarantined'")).toEqual([]);
});

it('corrupt settings that a killed upgrade quarantined count as a loss in the new store', async () => {
  const folder = temporaryFolder();
  const { settings, journal } = writeReleasedStore('0.4.0-dev', folder);
  change(journal, "DELETE FROM moments WHERE name LIKE 'number:settings-%'");
  renameSync(settings, `${settings}.corrupt-${new Date(NOW - 1_000).toISOString().replaceAll(':', '-')}`);
  await upgrade(folder);
  expect(rowsOf(storeIn(folder), "SELECT at FROM checkpoints WHERE name = '.quarantined'")).toEqual([{ at: NOW }]);
});

it('records of an unknown kind stay in the old file, and are counted in the log', async () => {
  const folder = temporaryFolder();
  const { settings } = writeReleasedStore('0.4.0-dev', folder);
  change(settings, `INSERT INTO keyv (key, value, namespace) VALUES ('1', '{"value":1}', 'odd'), ('2', '{}', 'odd')`);
  const log = await upgrade(folder);
  const kept = KEPT.map((name) => join(folder, name)).reverse();
  expect(log.lines).toContainEqual({
    level: 'warn',
    facts: { unknown: { odd: 2 }, keptAs: kept },
    sentence: 'Records of unknown kinds not copied, they stay in the old file',
  });
  expect(keyvOf(kept[0] ?? '')).toMatchObject({ 'odd/1': 1 });
});

it.each([
  ['fewer settings than the journal has recorded', "DELETE FROM keyv WHERE namespace = 'watches'", NOW],
  ['a corrupt settings file', null, NOW],
])('%s: the new store reports the loss', async (_, sql, lostAt) => {
  const folder = temporaryFolder();
  const { settings } = writeReleasedStore('0.4.0-dev', folder);
  if (sql === null) writeFileSync(settings, 'no database '.repeat(1_000));
  else change(settings, sql);
  const log = await upgrade(folder);
  expect(log.errors()).not.toEqual([]);
  expect(rowsOf(storeIn(folder), "SELECT at FROM checkpoints WHERE name = '.quarantined'")).toEqual([{ at: lostAt }]);
});

it('a loss of settings that the older release still reported is also reported after the upgrade', async () => {
  const folder = temporaryFolder();
  const { journal } = writeReleasedStore('0.4.0-dev', folder);
  change(
    journal,
    `UPDATE moments SET at = 3 WHERE name = 'number:settings-lost-feeds';
    INSERT INTO moments (name, at) VALUES ('number:settings-lost-at', ${NOW - 1_000})`,
  );
  await upgrade(folder);
  expect(rowsOf(storeIn(folder), "SELECT at FROM checkpoints WHERE name = '.quarantined'")).toEqual([
    { at: NOW - 1_000 },
  ]);
  expect(rowsOf(storeIn(folder), "SELECT 1 FROM checkpoints WHERE name LIKE '%settings-%'")).toEqual([]);
});

it('a store without its journal keeps its settings, and one without its settings its journal', async () => {
  const [withoutJournal, withoutSettings] = [temporaryFolder(), temporaryFolder()];
  for (const [folder, gone] of [
    [withoutJournal, 'crier.events.sqlite'],
    [withoutSettings, 'crier.sqlite'],
  ] as const) {
    writeReleasedStore('0.4.0-dev', folder);
    renameSync(join(folder, gone), join(folder, 'gone'));
    const log = await upgrade(folder);
    // The journal knows that there were settings.
    expect(log.errors()).toHaveLength(gone === 'crier.sqlite' ? 1 : 0);
  }
  expect(rowsOf(storeIn(withoutJournal), 'SELECT count(*) AS count FROM watches')).toEqual([{ count: 2 }]);
  expect(rowsOf(storeIn(withoutSettings), 'SELECT count(*) AS count FROM notices')).toEqual([{ count: 5 }]);
});
