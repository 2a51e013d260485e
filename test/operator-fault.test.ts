import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { canOperatorFix, formatOperatorFault, OperatorFault } from '../src/faults/operator-fault.ts';
import { NotSaved } from '../src/faults/store-faults.ts';
import { answersOf } from '../src/monitor/not-ready-server.ts';
import { serve } from '../src/monitor/server.ts';
import { SavedSnapshots } from '../src/service/shops/saved-snapshots.ts';
import { locateStore } from '../src/storage/sqlite/files.ts';
import { SnapshotFolder } from '../src/storage/sqlite/snapshot-folder.ts';
import { openStore } from '../src/storage/sqlite/store.ts';
import { recordingLog } from './log/recording-log.ts';
import { temporaryFolder } from './storage/sqlite/temporary-folder.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it went well');
}

const rejectionOf = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('it went well')),
    (error) => error,
  );

const fsError = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: no, ${syscall} '/data/crier'`), { code, syscall });

test.each([
  ['EACCES', 'open', 'Let the user that Crier runs as read and write there.'],
  ['EPERM', 'unlink', 'Let the user that Crier runs as read and write there.'],
  ['EROFS', 'open', 'Mount that file system so that Crier may write to it, or use a path on another one.'],
  ['ENOSPC', 'write', 'Free some space on the disk.'],
  ['EIO', 'read', 'Check the disk: it may be full or failing.'],
  ['EMFILE', 'open', 'Let Crier open more files (ulimit -n).'],
])('%s from any source is reported with a remedy', (code, syscall, remedy) => {
  const fault = `${code}: no, ${syscall} '/data/crier'`;
  expect(formatOperatorFault(fsError(code, syscall))).toBe(`${fault}. ${remedy}`);
  expect(formatOperatorFault(new NotSaved(fsError(code, syscall)))).toBe(
    `Not saved: Crier could not write to its store (${fault}). Nothing was changed. ${remedy}`,
  );
});

test('a bug of Crier, or a failure of another machine, is no error that the operator can fix', () => {
  expect(formatOperatorFault(new TypeError('x is not a function'))).toBeNull();
  expect(formatOperatorFault(fsError('EACCES', 'connect'))).toBeNull();
  expect(formatOperatorFault(fsError('ECONNREFUSED', 'connect'))).toBeNull();
  expect(formatOperatorFault('a word')).toBeNull();
  expect(formatOperatorFault(new OperatorFault('A sentence.'))).toBe('A sentence.');
  expect(canOperatorFix(new OperatorFault('A sentence.'))).toBe(true);
  expect(canOperatorFix(new NotSaved(fsError('EROFS', 'open')))).toBe(true);
  expect(canOperatorFix(new NotSaved(new TypeError('x is not a function')))).toBe(false);
});

test('an SQLite error is reported with a remedy', () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  const other = new DatabaseSync(path, { timeout: 0 });
  onTestFinished(() => other.close());
  const fault = (sql: string) => formatOperatorFault(thrownBy(() => other.exec(sql)));
  db.exec('CREATE TABLE t (a); BEGIN IMMEDIATE');
  expect(fault('BEGIN IMMEDIATE')).toBe(
    'database is locked. Stop the other program that uses it, and start Crier again.',
  );
  db.exec('COMMIT');
  expect(fault('PRAGMA query_only = ON; INSERT INTO t VALUES (1)')).toBe(
    'attempt to write a readonly database. Let the user that Crier runs as read and write there.',
  );
  expect(fault('PRAGMA query_only = OFF; PRAGMA max_page_count = 1; INSERT INTO t VALUES (zeroblob(100000))')).toMatch(
    /Free some space on the disk\.$/,
  );
  expect(fault('SELECT oops'), 'a fault of ours').toBeNull();
});

test('an invalid store path, a store in use and a newer journal are reported with a remedy', async () => {
  const folder = temporaryFolder();
  const locate = (path: string) => {
    const located = locateStore(`sqlite://${path}`);
    if (!located.ok) throw new Error(located.why);
    return located.location;
  };
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'taken.sqlite'));
  const faultAt = async (path: string) =>
    formatOperatorFault(await rejectionOf(openStore(locate(path), recordingLog())));
  expect(await faultAt(join(folder, 'file', 'crier.sqlite'))).toMatch(/cannot be created: .+ Set STORE_URL to a path/);
  expect(await faultAt(join(folder, 'taken.sqlite'))).toBe(
    `STORE_URL names a folder, ${folder}/taken.sqlite: give the path of a file, such as sqlite://${folder}/taken.sqlite/crier.sqlite.`,
  );
  expect(existsSync(join(folder, 'taken.lock.sqlite')), 'refused before anything is made').toBe(false);
  const location = locate(join(folder, 'crier.sqlite'));
  const store = await openStore(location, recordingLog());
  expect(await faultAt(join(folder, 'crier.sqlite'))).toMatch(
    /^Another Crier already runs .+; stop that process first\.$/,
  );
  store.db.exec('PRAGMA user_version = 99');
  await store.close();
  expect(await faultAt(join(folder, 'crier.sqlite'))).toMatch(
    /was written by a newer Crier .+: start that one again, or set another STORE_URL\.$/,
  );
});

test('a port in use is logged, and does not stop Crier', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const parts = { host: '127.0.0.1', port, log: recordingLog(), signal: new AbortController().signal };
  const answers = answersOf({ why: 'on purpose', trouble: null, version: '1.2.3' });
  const served = await serve(parts, answers);
  expect(parts.log.errors(), 'the store comes first: it may be locked by the same Crier').toEqual([]);
  served.answer(answers);
  expect(parts.log.errors()).toEqual([
    {
      level: 'error',
      facts: { host: '127.0.0.1', port, reason: `listen EADDRINUSE: address already in use 127.0.0.1:${port}` },
      sentence: expect.stringMatching(
        /HTTP_PORT cannot be opened\. Stop the program that listens there, or set another port\. Then start Crier again$/,
      ),
    },
  ]);
});

test('an unreadable snapshot is not treated as corrupt, and does not prevent the start', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'crier.shops-2.json.zst'));
  const log = recordingLog();
  const files = new SavedSnapshots(new SnapshotFolder({ stem: join(folder, 'crier'), log }), log, 'bundles');
  expect(await files.load(2)).toBeNull();
  expect(readdirSync(folder)).toEqual(['crier.shops-2.json.zst']);
  expect(log.errors()).toMatchObject([{ sentence: expect.stringMatching(/^Saved snapshot unreadable: /) }]);
});
