import { execFileSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { silentLog } from '../../../../src/log/silent-log.ts';
import { Transactions } from '../../../../src/storage/sqlite/transactions.ts';

// Writes first while only the WAL accepts writes and then while the file does too; prints the trouble each time.
const db = new DatabaseSync(process.argv[2] ?? '');
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)');
const put = db.prepare('INSERT INTO t (text) VALUES (?)');
for (let row = 0; row < 100; row++) put.run('x'.repeat(4_000));
db.exec('PRAGMA wal_checkpoint(TRUNCATE)');

let uptime = 0;
const transactions = new Transactions(db, silentLog, () => uptime);
const writeLater = async () => {
  uptime += 10_000;
  transactions.write(() => put.run('late'));
  await turn();
  process.stdout.write(`${JSON.stringify(transactions.trouble())}\n`);
};
const limit = (bytes: string) => execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:unlimited`]);
await writeLater();
limit('100000');
await writeLater();
limit('unlimited');
await writeLater();
