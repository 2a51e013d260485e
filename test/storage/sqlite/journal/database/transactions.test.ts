import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { Transactions } from '../../../../../src/storage/sqlite/transactions.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

it('leaves the WAL alone after an urgent write, and copies it after the next one that is not', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (text TEXT)');
  const put = db.prepare('INSERT INTO t (text) VALUES (?)');
  let uptime = 0;
  const transactions = new Transactions(db, () => uptime);
  uptime = 10_000;
  const before = statSync(path).size;
  transactions.writeUrgently(() => put.run('x'.repeat(100_000)));
  await turn();
  expect(statSync(path).size).toBe(before);
  transactions.write(() => put.run('late'));
  await turn();
  expect(statSync(path).size).toBeGreaterThan(before + 100_000);
});
