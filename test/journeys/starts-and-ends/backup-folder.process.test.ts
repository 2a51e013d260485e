import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeAbout } from '../../../src/backup/backup-folder.ts';
import { restoreBackup } from '../../../src/backup/restore.ts';
import { putGuard } from '../../../src/storage/migrations/legacy-layout.ts';
import { locateStore } from '../../../src/storage/sqlite/files.ts';
import { lockStore } from '../../../src/storage/sqlite/lock.ts';
import { openStore } from '../../../src/storage/sqlite/store.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { RELEASED, writeReleasedStore } from '../../storage/sqlite/released/write-released-store.ts';
import { temporaryFolder } from '../../storage/sqlite/temporary-folder.ts';
import { change, contentOf, upgrade } from '../../storage/sqlite/upgrade/legacy-store.ts';
import { run } from './run-backup.ts';

/** Stands on: the commands in processes of their own, and real files. */

test.each([
  ['one file', ['store.sqlite', 'crier-backup.json']],
  ['two files', ['settings.sqlite', 'journal.sqlite', 'crier-backup.json']],
])('a damaged backup of a store in %s is refused, whatever the damage, without a loss', async (layout, files) => {
  const store = temporaryFolder();
  writeReleasedStore('0.3.0', store);
  if (layout === 'one file') await upgrade(store);
  const backup = join(temporaryFolder(), 'kept');
  expect((await run('backup', store, backup)).code).toBe(0);
  expect(readdirSync(backup).sort()).toEqual([...files].sort());
  for (const name of files) {
    const sound = readFileSync(join(backup, name));
    const changed = Buffer.from(sound);
    changed[sound.length >> 1] = (changed[sound.length >> 1] ?? 0) ^ 1;
    const bad = [Buffer.alloc(0), sound.subarray(0, 100), sound.subarray(0, -2), Buffer.concat([sound, sound])];
    // A changed letter of JSON may be in the name of the version, which is valid.
    for (const bytes of name.endsWith('.json') ? bad : [...bad, changed]) {
      writeFileSync(join(backup, name), bytes);
      const { code, output } = await run('restore', store, backup);
      expect([code, output]).toEqual([1, expect.stringMatching(/is damaged\. Use another backup\.\n$/)]);
    }
    writeFileSync(join(backup, name), sound);
  }
  expect((await run('restore', store, backup)).code).toBe(0);
});

test('a backup in a newer format is reported as that, whatever else it contains', async () => {
  const store = temporaryFolder();
  writeReleasedStore('0.3.0', store);
  const backup = join(temporaryFolder(), 'kept');
  expect((await run('backup', store, backup)).code).toBe(0);
  writeFileSync(join(backup, 'crier-backup.json'), '{"format":3,"crier":"9.0.0"}');
  const output = expect.stringMatching(/made by a newer Crier \(9\.0\.0\)/);
  expect(await run('restore', store, backup)).toEqual({ code: 1, output });
});

test('files of a backup and a restore are readable by their user only', async () => {
  const [store, elsewhere] = [temporaryFolder(), temporaryFolder()];
  writeReleasedStore('0.3.0', store);
  for (const folder of [store, elsewhere]) chmodSync(folder, 0o755);
  expect((await run('backup', store)).code).toBe(0);
  const [name = ''] = readdirSync(join(store, 'backups'));
  const backup = join(store, 'backups', name);
  expect((await run('restore', elsewhere, backup)).code).toBe(0);
  for (const folder of [backup, elsewhere])
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077, file).toBe(0);
});

test.skipIf(process.getuid?.() !== 0)(
  'files of root’s backup and restore belong to the owner of the store’s folder (needs root)',
  async () => {
    const [store, elsewhere] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [store, elsewhere]) {
      writeReleasedStore('0.3.0', folder);
      chownSync(folder, 1234, 1234);
    }
    expect((await run('backup', store)).code).toBe(0);
    const backups = join(store, 'backups');
    const backup = join(backups, readdirSync(backups)[0] ?? '');
    expect((await run('restore', elsewhere, backup)).code).toBe(0);
    const made = [backups, backup, ...readdirSync(backup).map((name) => join(backup, name))];
    const restored = readdirSync(elsewhere).map((name) => join(elsewhere, name));
    for (const path of [...made, ...restored]) expect([path, statSync(path).uid]).toEqual([path, 1234]);
  },
);

test('two backups at once are both made, each with its own name', async () => {
  const store = temporaryFolder();
  writeReleasedStore('0.3.0', store);
  await upgrade(store);
  const made = await Promise.all([run('backup', store), run('backup', store)]);
  expect(made.map(({ code }) => code)).toEqual([0, 0]);
  const names = readdirSync(join(store, 'backups'));
  expect(names).toHaveLength(2);
  for (const name of names)
    expect((await run('restore', temporaryFolder(), join(store, 'backups', name))).code).toBe(0);
});

test('a backup that is not possible is refused with the fix', async () => {
  const store = temporaryFolder();
  writeReleasedStore('0.3.0', store);
  const [file] = readdirSync(store);
  expect(await run('backup', store, join(store, String(file), 'below'))).toEqual({
    code: 1,
    output: expect.stringMatching(/^No backup was made in \S+: EEXIST.* Name another folder\.\n$/),
  });
  const withFolder = temporaryFolder();
  mkdirSync(join(withFolder, 'crier.sqlite'));
  const output = expect.stringMatching(/^STORE_URL names a folder, \S+: give the path of a file/);
  expect(await run('backup', withFolder)).toEqual({ code: 1, output });
  for (const what of ['backup', 'restore'] as const)
    expect(await run(what, store, '--help')).toEqual({
      code: 1,
      output: expect.stringMatching(/^Use one of these commands/),
    });
});

test('a restore that fails leaves the old store and its folder unchanged', async () => {
  const [store, made] = [temporaryFolder(), temporaryFolder()];
  writeReleasedStore('0.3.0', store);
  const { journal } = writeReleasedStore('0.3.0', made);
  const db = new DatabaseSync(journal);
  db.exec('DROP TABLE outages');
  db.close();
  const backup = join(temporaryFolder(), 'kept');
  expect((await run('backup', made, backup)).code).toBe(0);
  const before = readdirSync(store);
  expect((await run('restore', store, backup)).code).toBe(1);
  expect(readdirSync(store).filter((name) => !name.includes('.lock.'))).toEqual(before);
});

test('a store that was moved to PostgreSQL is neither backed up nor overwritten by a restore', async () => {
  const store = temporaryFolder();
  writeReleasedStore('0.3.0', store);
  const backup = join(temporaryFolder(), 'kept');
  expect((await run('backup', store, backup)).code).toBe(0);
  writeFileSync(join(store, 'crier.moved'), '');
  const refused = { code: 1, output: expect.stringMatching(/^This store was moved to PostgreSQL/) };
  expect(await run('backup', store)).toEqual(refused);
  expect(await run('restore', store, backup)).toEqual(refused);
  expect(readdirSync(store)).toContain('crier.moved');
});

test('a store whose name has no extension is restored like any other', async () => {
  const store = temporaryFolder();
  writeReleasedStore('0.3.0', store);
  const backup = join(temporaryFolder(), 'kept');
  await run('backup', store, backup);
  const folder = temporaryFolder();
  const located = locateStore(`sqlite://${join(folder, 'crier')}`);
  if (!located.ok) throw new Error(located.why);
  for (const now of [1, 2]) restoreBackup({ location: located.location, folder: backup, now });
  expect(readdirSync(folder).filter((name) => /restoring|part/.test(name))).toEqual([]);
});

test('side files that SQLite left next to a killed restore’s copy do not get into the next restore', async () => {
  const [store, folder, other] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  writeReleasedStore('0.3.0', store);
  const journal = new DatabaseSync(join(store, 'crier.events.sqlite'));
  journal.exec('CREATE TABLE mark (name)');
  journal.exec(
    'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO mark SELECT hex(randomblob(200)) FROM n',
  );
  const rows = journal.prepare('SELECT count(*) AS rows FROM mark').get();
  journal.close();
  const backup = join(temporaryFolder(), 'kept');
  await run('backup', store, backup);

  writeReleasedStore('0.3.0', other);
  const killed = new DatabaseSync(join(other, 'crier.events.sqlite'));
  killed.exec(
    'PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN; UPDATE moments SET at = at + 1; CREATE TABLE more (name)',
  );
  killed.exec(
    'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO more SELECT hex(randomblob(200)) FROM n',
  );
  cpSync(join(other, 'crier.events.sqlite-journal'), join(folder, 'crier.sqlite.part-journal'));
  killed.close();
  expect((await run('restore', folder, backup)).code).toBe(0);
  const restored = new DatabaseSync(join(folder, 'crier.sqlite'));
  expect(restored.prepare('PRAGMA quick_check(1)').get()).toEqual({ quick_check: 'ok' });
  expect(restored.prepare('SELECT count(*) AS rows FROM mark').get()).toEqual(rows);
  restored.close();
});

test('the prepared files of a killed restore are deleted by the next start', async () => {
  const [store, log] = [temporaryFolder(), recordingLog()];
  writeReleasedStore('0.3.0', store);
  const located = locateStore(`sqlite://${join(store, 'crier.sqlite')}`);
  if (!located.ok) throw new Error(located.why);
  for (const name of ['crier.sqlite.part', 'crier.sqlite.part-journal', 'crier.events.sqlite.part'])
    writeFileSync(join(store, name), 'half');
  await (await openStore(located.location, log)).close();
  expect(readdirSync(store).filter((name) => name.includes('.part'))).toEqual([]);
});

test.each(RELEASED)(
  'a backup of a store of version %s becomes the store that its upgrade makes, and is settled',
  async (version) => {
    const [store, upgraded, folder] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    writeReleasedStore(version, store);
    writeReleasedStore(version, upgraded);
    const backup = join(temporaryFolder(), 'kept');
    expect((await run('backup', store, backup)).code).toBe(0);
    expect(readdirSync(store).filter((name) => /upgrad|before|cache/.test(name))).toEqual([]);
    await upgrade(upgraded);
    expect((await run('restore', folder, backup)).code).toBe(0);
    const [expected, found] = [contentOf(join(upgraded, 'crier.sqlite')), contentOf(join(folder, 'crier.sqlite'))];
    const settled = { notices: [], messages: [], outages: [], checkpoints: [], sqlite_sequence: [] };
    expect({ ...found, ...settled }).toEqual({ ...expected, ...settled });
    const waits = (rows: readonly unknown[] = []) => JSON.stringify(rows).match(/"(?:ended|settled)_at":null/g);
    expect(waits(expected.notices)).not.toBeNull();
    expect(waits([...(found.notices ?? []), ...(found.messages ?? [])])).toBeNull();
    expect(found.notices).toHaveLength(expected.notices?.length ?? 0);
    expect(found.outages).toHaveLength((expected.outages?.length ?? 0) + 1);
  },
);

test('a restore names the settings that the store lacks or has changed since the backup', async () => {
  const [store, folder] = [temporaryFolder(), temporaryFolder()];
  const { settings, journal } = writeReleasedStore('0.4.0-dev', store);
  change(journal, "INSERT OR REPLACE INTO moments (name, at) VALUES ('number:settings-feeds', 9)");
  const back = { put: [], remove: [] };
  const unfinished = JSON.stringify({ value: { v: 1, record: { id: '400', back, lastUndo: null } } });
  change(
    settings,
    `INSERT INTO keyv (key, value, namespace) VALUES
      ('400', '${unfinished}', 'unfinished'), ('999', '{}', 'unfinished'), ('1', '{}', 'odd')`,
  );
  const backup = join(temporaryFolder(), 'kept');
  expect((await run('backup', store, backup)).code).toBe(0);
  const { code, output } = await run('restore', folder, backup);
  expect(code).toBe(0);
  expect(output.split('\n').slice(0, 4)).toEqual([
    expect.stringMatching(/^Settings were lost before the backup was made: it has 2 feeds, .* of 9 feeds, /),
    'Interrupted changes of watches reverted, of the users 400.',
    `Interrupted changes of watches unreadable, of the users 999. They stay in ${backup}.`,
    `Records of kinds that this Crier does not know stay in ${backup}: odd (1).`,
  ]);
});

test('a backup of an upgraded store by an older release is restored, with the guard as its journal', async () => {
  const [store, folder] = [temporaryFolder(), temporaryFolder()];
  writeReleasedStore('0.4.0-dev', store);
  await upgrade(store);
  const backup = temporaryFolder();
  cpSync(join(store, 'crier.sqlite'), join(backup, 'settings.sqlite'));
  cpSync(join(store, 'crier.events.sqlite'), join(backup, 'journal.sqlite'));
  const { text } = writeAbout(backup, { format: 1, at: Date.now(), crier: '0.4.0-dev' });
  writeFileSync(join(backup, 'crier-backup.json'), text);
  expect((await run('restore', folder, backup)).code).toBe(0);
  expect(contentOf(join(folder, 'crier.sqlite')).watches).toHaveLength(2);
});

test('a store of two files is backed up while stopped, and one with an interrupted upgrade after a start', async () => {
  const store = temporaryFolder();
  writeReleasedStore('0.4.0-dev', store);
  const unlock = lockStore(join(store, 'crier.lock.sqlite'));
  const busy = await run('backup', store);
  unlock();
  expect(busy).toMatchObject({ code: 1, output: expect.stringContaining('Another Crier already runs on this store') });
  putGuard({ legacyEvents: join(store, 'crier.events.sqlite') });
  expect(await run('backup', store)).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^The upgrade of the store at \S+ was interrupted\. Start Crier, which finishes the upgrade/,
    ),
  });
});
