import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Transactions } from '../../../../../src/storage/sqlite/transactions.ts';
import { recordingLog } from '../../../../log/recording-log.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

it('an urgent write leaves the WAL alone, and the next one that is not urgent checkpoints it', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (text TEXT)');
  const put = db.prepare('INSERT INTO t (text) VALUES (?)');
  let uptime = 0;
  const transactions = new Transactions(db, recordingLog(), () => uptime);
  uptime = 10_000;
  const before = statSync(path).size;
  transactions.writeUrgently(() => put.run('x'.repeat(100_000)));
  await turn();
  expect(statSync(path).size).toBe(before);
  transactions.write(() => put.run('late'));
  await turn();
  expect(statSync(path).size).toBeGreaterThan(before + 100_000);
});

it('a failed checkpoint of the WAL is retried after one wait, however many have failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const db = new DatabaseSync(join(temporaryFolder(), 'crier.sqlite'));
  onTestFinished(() => db.close());
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (text TEXT)');
  const transactions = new Transactions(db, recordingLog());
  for (let times = 0; times < 3; times += 1) {
    transactions.writeDurably(() => db.exec("INSERT INTO t (text) VALUES ('late')"));
    // SQLite checkpoints nothing during an open transaction.
    db.exec('BEGIN IMMEDIATE');
    await turn();
    db.exec('ROLLBACK');
    expect(transactions.trouble()).not.toBeNull();
    expect(vi.getTimerCount()).toBe(1);
  }
  vi.advanceTimersByTime(2_000);
  await turn();
  expect(transactions.trouble()).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});

it('a hook that fails after the commit is logged, and the transaction and other hooks succeed', async () => {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  const log = recordingLog();
  const transactions = new Transactions(db, log);
  const seen: string[] = [];
  const failing = () => {
    throw new RangeError('no room');
  };
  const nothing = () => {};
  const done = transactions.collect(async () => {
    transactions.collectOrWrite(nothing, failing);
    transactions.collectOrWrite(nothing, () => seen.push('second'));
    return 'saved';
  });
  expect(await done).toBe('saved');
  transactions.collectOrWrite(nothing, failing);
  expect(seen).toEqual(['second']);
  expect(log.errors()).toHaveLength(2);
});
