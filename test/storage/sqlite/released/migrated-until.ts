import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../../../src/storage/migrations/sqlite.ts';
import { statementsOf } from './statements-of.ts';

// Brings a journal's tables up to date, statement by statement, and is killed before one of them.
const [path = '', killedBefore = ''] = process.argv.slice(2);
const db = new DatabaseSync(path);
const exec = db.exec.bind(db);
let count = 0;
db.exec = (sql) => {
  for (const statement of statementsOf(sql)) {
    if (count === Number(killedBefore)) {
      writeSync(1, 'dying\n');
      process.kill(process.pid, 'SIGKILL');
    }
    count += 1;
    exec(statement);
  }
};
migrate(db);
writeSync(1, 'done\n');
