import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openJournal } from '../../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../../log/recording-log.ts';

// Migrates a journal's tables, and is killed after all steps, before the new version is written.
const [path = ''] = process.argv.slice(2);
const db = new DatabaseSync(path);
const exec = db.exec.bind(db);
db.exec = (sql) => {
  if (sql.includes('user_version')) {
    writeSync(1, 'dying\n');
    process.kill(process.pid, 'SIGKILL');
  }
  exec(sql);
};
openJournal(db, Date.now, recordingLog());
