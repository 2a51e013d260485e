import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openJournal } from '../../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../../log/recording-log.ts';

// Brings a journal's tables up to date, and is killed when all steps are done and only the new version is not written yet.
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
