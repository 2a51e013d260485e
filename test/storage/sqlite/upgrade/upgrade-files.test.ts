import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { readLayout } from '../../../../src/storage/migrations/legacy-layout.ts';
import { nextStep } from '../../../../src/storage/migrations/upgrade-legacy.ts';
import { openStore } from '../../../../src/storage/sqlite/store.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { writeReleasedStore } from '../released/write-released-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bytesIn, change, contentOf, locationIn, rowsOf, upgrade } from './legacy-store.ts';

/** Stands on: stores that earlier versions wrote, in real files. */

const KEPT = ['crier.events.sqlite.before-0.4', 'crier.sqlite.before-0.4'];
const storeIn = (folder: string) => join(folder, 'crier.sqlite');
const journalIn = (folder: string) => join(folder, 'crier.events.sqlite');

it('an upgraded store is opened like any other, and not upgraded again', async () => {
  const folder = temporaryFolder();
  writeReleasedStore('0.4.0-dev', folder);
  const log = recordingLog();
  for (let start = 1; start <= 2; start += 1) {
    const store = await openStore(locationIn(folder), log);
    expect(store.wasUsed).toBe(true);
    await store.close();
  }
  expect(log.lines.filter(({ sentence }) => sentence === 'Store upgraded')).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.includes('before-0.4'))).toEqual(KEPT);
});

it('a disk without space for a copy is reported with both sizes, and the old files stay unchanged', async () => {
  const folder = temporaryFolder();
  writeReleasedStore('0.4.0-dev', folder);
  const before = bytesIn(folder);
  await expect(upgrade(folder, { freeBytes: () => 1_900_000 })).rejects.toMatchObject({
    name: 'StoreUnusable',
    message: expect.stringMatching(
      /^The upgrade of the store needs 11 MB of free disk space in \S+, and 1 MB are free\. Free 10 MB more/,
    ),
  });
  expect(bytesIn(folder)).toEqual(before);
});

it('a journal of a newer release is refused, and the old files stay unchanged', async () => {
  const folder = temporaryFolder();
  const { journal } = writeReleasedStore('0.4.0-dev', folder);
  change(journal, 'PRAGMA user_version = 99');
  await expect(upgrade(folder)).rejects.toThrow(/crier\.events\.sqlite was written by a newer Crier \(version 99/);
  expect(readdirSync(folder).sort()).toEqual(['crier.events.sqlite', 'crier.sqlite']);
});

it('an upgrade logs its progress', async () => {
  const folder = temporaryFolder();
  writeReleasedStore('0.4.0-dev', folder);
  const progress: string[] = [];
  await upgrade(folder, { onProgress: (what) => progress.push(what) });
  expect(progress).toEqual(['Upgrading the store', 'Upgrading the store, converting its tables']);
});

it('an older release finds a journal of a version that it does not know', async () => {
  const folder = temporaryFolder();
  writeReleasedStore('0.4.0-dev', folder);
  await upgrade(folder);
  // An older release does this before it reads the version: see its `openDatabase` and `openNamespace`.
  change(journalIn(folder), 'PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; ROLLBACK');
  change(storeIn(folder), 'PRAGMA journal_mode = WAL; CREATE TABLE keyv (key, value, namespace, expires)');
  expect(Number(rowsOf(journalIn(folder), 'PRAGMA user_version')[0]?.user_version)).toBeGreaterThan(7);
  const before = contentOf(storeIn(folder));
  expect((await upgrade(folder)).lines).toEqual([]);
  expect(contentOf(storeIn(folder))).toEqual(before);
});

it('a downgrade to the kept files and a later upgrade lose nothing', async () => {
  const folder = temporaryFolder();
  writeReleasedStore('0.4.0-dev', folder);
  await upgrade(folder);
  const upgraded = contentOf(storeIn(folder));
  // The operator restores copies of the old files, and runs an older release on them.
  renameSync(storeIn(folder), join(folder, 'upgraded'));
  for (const name of KEPT) cpSync(join(folder, name), join(folder, name.replace('.before-0.4', '')));
  const added = `{"value":{"v":1,"record":{"id":"later"}}}`;
  change(storeIn(folder), `INSERT INTO keyv (key, value, namespace) VALUES ('later', '${added}', 'watches')`);
  await upgrade(folder);
  const again = contentOf(storeIn(folder));
  expect(again.watches).toHaveLength((upgraded.watches?.length ?? 0) + 1);
  expect({ ...again, watches: [] }).toEqual({ ...upgraded, watches: [] });
  expect(
    readdirSync(folder)
      .filter((name) => name.includes('before-0.4'))
      .sort(),
  ).toEqual([...KEPT, ...KEPT.map((name) => `${name}-2`)].sort());
});

it('old settings next to an upgraded journal are refused, with the name of the file to restore', async () => {
  const folder = temporaryFolder();
  writeReleasedStore('0.4.0-dev', folder);
  await upgrade(folder);
  renameSync(join(folder, 'crier.sqlite.before-0.4'), storeIn(folder));
  await expect(upgrade(folder)).rejects.toThrow(
    /its journal is missing: copy \S+crier\.events\.sqlite\.before-0\.4 to \S+crier\.events\.sqlite\./,
  );
});

it('a journal that an older release created next to the store is quarantined', async () => {
  const folder = temporaryFolder();
  const log = recordingLog();
  await (await openStore(locationIn(folder), log)).close();
  expect(existsSync(journalIn(folder))).toBe(true);
  const { journal } = writeReleasedStore('0.3.0', temporaryFolder());
  cpSync(journal, journalIn(folder));
  await (await openStore(locationIn(folder), log)).close();
  expect(log.lines.map(({ sentence }) => sentence)).toEqual([
    'Journal of an older Crier found next to the store, quarantined',
  ]);
  expect(rowsOf(join(folder, 'crier.events.sqlite.before-0.4'), 'PRAGMA user_version')).toEqual([{ user_version: 3 }]);
});

it.each([
  ['settings', 'journal', [], 'build'],
  ['settings', 'absent', [], 'build'],
  ['settings', 'corrupt', [], 'build'],
  ['absent', 'journal', [], 'build'],
  ['empty', 'journal', [], 'build'],
  ['corrupt', 'journal', [], 'build'],
  ['settings', 'journal', ['other'], 'build'],
  ['settings', 'journal', ['now'], 'finish'],
  ['settings', 'guard', ['other'], 'finish'],
  ['absent', 'guard', ['other'], 'finish'],
  ['settings', 'absent', ['now'], 'finish'],
  ['settings', 'guard', [], 'refuse'],
  ['store', 'guard', [], 'none'],
  ['store', 'guard', ['now'], 'none'],
  ['store', 'absent', [], 'none'],
  ['store', 'journal', [], 'none'],
  ['corrupt', 'guard', [], 'none'],
  ['absent', 'guard', [], 'none'],
  ['absent', 'absent', [], 'none'],
  ['empty', 'empty', [], 'none'],
] as const)(
  'the next step of an upgrade with settings %s, journal %s and complete stores %j is: %s',
  (store, events, stamps, kind) => {
    const upgraded = stamps.map((stamp) => ({ path: stamp, stamp }));
    expect(nextStep({ store, events }, upgraded, 'now').kind).toBe(kind);
  },
);

it('an upgrade closes a store that its process left open with a WAL', async () => {
  const [folder, killed] = [temporaryFolder(), temporaryFolder()];
  const { settings } = writeReleasedStore('0.4.0-dev', folder);
  const db = new DatabaseSync(settings);
  db.exec(
    "PRAGMA wal_autocheckpoint = 0; DELETE FROM keyv WHERE key IN (SELECT key FROM keyv WHERE namespace = 'feeds' LIMIT 1)",
  );
  cpSync(folder, killed, { recursive: true });
  db.close();
  expect(readdirSync(killed)).toContain('crier.sqlite-wal');
  const log = await upgrade(killed);
  log.errors();
  expect(rowsOf(storeIn(killed), 'SELECT count(*) AS count FROM feeds')).toEqual([{ count: 1 }]);
  expect(readdirSync(killed).filter((name) => name.includes('wal'))).toEqual([]);
});

it('a guard that cannot be written does not prevent a start, and the next start writes it', async () => {
  const [folder, log] = [temporaryFolder(), recordingLog()];
  mkdirSync(join(folder, 'crier.events.sqlite.new'));
  await (await openStore(locationIn(folder), log)).close();
  expect(log.lines).toMatchObject([{ level: 'warn', facts: { path: journalIn(folder) } }]);
  rmdirSync(join(folder, 'crier.events.sqlite.new'));
  await (await openStore(locationIn(folder), log)).close();
  expect(log.lines).toHaveLength(1);
  expect(readLayout(locationIn(folder))).toEqual({ store: 'store', events: 'guard' });
});

it('the guard that replaces an empty journal does not keep the journal’s WAL', async () => {
  const [folder, killed] = [temporaryFolder(), temporaryFolder()];
  await (await openStore(locationIn(folder), recordingLog())).close();
  rmSync(journalIn(folder));
  const db = new DatabaseSync(journalIn(folder));
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE begun (id); DROP TABLE begun');
  cpSync(folder, killed, { recursive: true });
  db.close();
  expect(readdirSync(killed)).toContain('crier.events.sqlite-wal');
  await (await openStore(locationIn(killed), recordingLog())).close();
  expect(readdirSync(killed)).not.toContain('crier.events.sqlite-wal');
  expect(readLayout(locationIn(killed))).toEqual({ store: 'store', events: 'guard' });
});
