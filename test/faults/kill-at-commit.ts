import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

/**
 * Preloaded into the bot. Kills it `before` or `after` the commit of the transaction that writes the first weekly
 * message, as KILL_AT says.
 */
const { exec } = DatabaseSync.prototype;

function holds(db: DatabaseSync, sql: string): boolean {
  return db.prepare(sql).get() !== undefined;
}

DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
  const isWeekly =
    sql === 'COMMIT' &&
    holds(this, `SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'`) &&
    holds(this, `SELECT 1 FROM checkpoints WHERE name LIKE 'mark:weekly:%'`);
  if (isWeekly && process.env.KILL_AT === 'before') process.kill(process.pid, 'SIGKILL');
  exec.call(this, sql);
  if (isWeekly) process.kill(process.pid, 'SIGKILL');
};
