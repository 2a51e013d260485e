import { chmodSync, chownSync, cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { restoreBackup } from '../../../src/backup/restore.ts';
import { locateStore } from '../../../src/storage/sqlite/location.ts';
import { openStore } from '../../../src/storage/sqlite/store.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { writeReleasedStore } from '../../storage/sqlite/released/write-released-store.ts';
import { temporaryFolder } from '../../storage/sqlite/temporary-folder.ts';
import { run } from './run-backup.ts';

/** Stands on: the commands in processes of their own, and real files. */

test('a backup that is not as it was made is refused, whatever became of it: nothing is lost to it', async () => {
  const store = temporaryFolder();
  writeReleasedStore('0.3.0', store);
  const backup = join(temporaryFolder(), 'kept');
  expect((await run('backup', store, backup)).code).toBe(0);
  for (const name of ['settings.sqlite', 'journal.sqlite', 'crier-backup.json']) {
    const sound = readFileSync(join(backup, name));
    const changed = Buffer.from(sound);
    changed[sound.length >> 1] = (changed[sound.length >> 1] ?? 0) ^ 1;
    const bad = [Buffer.alloc(0), sound.subarray(0, 100), sound.subarray(0, -2), Buffer.concat([sound, sound])];
    // A changed letter of the text beside them may be of the version's name.
    for (const bytes of name.endsWith('.json') ? bad : [...bad, changed]) {
      writeFileSync(join(backup, name), bytes);
      const { code, said } = await run('restore', store, backup);
      expect([code, said]).toEqual([1, expect.stringMatching(/is damaged\. Use another backup\.\n$/)]);
    }
    writeFileSync(join(backup, name), sound);
  }
  expect((await run('restore', store, backup)).code).toBe(0);
});

test('a backup of a format that only a newer Crier knows is called that, whatever else stands in it', async () => {
  const store = temporaryFolder();
  writeReleasedStore('0.3.0', store);
  const backup = join(temporaryFolder(), 'kept');
  expect((await run('backup', store, backup)).code).toBe(0);
  writeFileSync(join(backup, 'crier-backup.json'), '{"format":2,"crier":"9.0.0"}');
  const said = expect.stringMatching(/made by a newer Crier \(9\.0\.0\)/);
  expect(await run('restore', store, backup)).toEqual({ code: 1, said });
});

test('what a backup and a restore make is open to its user alone', async () => {
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
  'what root backs up and restores beside a store is for whom its folder belongs to (needs root)',
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

test('two backups at once are both made, each under a name of its own', async () => {
  const store = temporaryFolder();
  writeReleasedStore('0.3.0', store);
  const made = await Promise.all([run('backup', store), run('backup', store)]);
  expect(made.map(({ code }) => code)).toEqual([0, 0]);
  const names = readdirSync(join(store, 'backups'));
  expect(names).toHaveLength(2);
  for (const name of names)
    expect((await run('restore', temporaryFolder(), join(store, 'backups', name))).code).toBe(0);
});

test('where no backup can be made, it says so and what would do; no other command makes one', async () => {
  const store = temporaryFolder();
  writeReleasedStore('0.3.0', store);
  const [file] = readdirSync(store);
  expect(await run('backup', store, join(store, String(file), 'below'))).toEqual({
    code: 1,
    said: expect.stringMatching(/^No backup was made in \S+: EEXIST.* Name another folder\.\n$/),
  });
  for (const what of ['backup', 'restore'] as const)
    expect(await run(what, store, '--help')).toEqual({ code: 1, said: expect.stringMatching(/^Say one of these/) });
});

test('a restore that fails leaves the old store and its folder as they were', async () => {
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

test('a store that was moved to PostgreSQL is neither backed up nor restored over: its files are old', async () => {
  const store = temporaryFolder();
  writeReleasedStore('0.3.0', store);
  const backup = join(temporaryFolder(), 'kept');
  expect((await run('backup', store, backup)).code).toBe(0);
  writeFileSync(join(store, 'crier.moved'), '');
  const refused = { code: 1, said: expect.stringMatching(/^This store was moved to PostgreSQL/) };
  expect(await run('backup', store)).toEqual(refused);
  expect(await run('restore', store, backup)).toEqual(refused);
  expect(readdirSync(store)).toContain('crier.moved');
});

test('a store whose name has no ending is restored like any other', async () => {
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

test('what SQLite wrote beside the copy of a restore that was killed does not get into the next', async () => {
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
  cpSync(join(other, 'crier.events.sqlite-journal'), join(folder, 'crier.events.sqlite.part-journal'));
  killed.close();
  expect((await run('restore', folder, backup)).code).toBe(0);
  const restored = new DatabaseSync(join(folder, 'crier.events.sqlite'));
  expect(restored.prepare('PRAGMA quick_check(1)').get()).toEqual({ quick_check: 'ok' });
  expect(restored.prepare('SELECT count(*) AS rows FROM mark').get()).toEqual(rows);
  restored.close();
});

test('what a restore was making ready when it was killed is cleared away by the next start', async () => {
  const [store, log] = [temporaryFolder(), recordingLog()];
  writeReleasedStore('0.3.0', store);
  const located = locateStore(`sqlite://${join(store, 'crier.sqlite')}`);
  if (!located.ok) throw new Error(located.why);
  for (const name of ['crier.sqlite.part', 'crier.events.sqlite.part', 'crier.events.sqlite.part-journal'])
    writeFileSync(join(store, name), 'half');
  const opened = await openStore(located.location, log);
  await opened.close();
  expect(readdirSync(store).filter((name) => name.includes('.part'))).toEqual([]);
});
