import { onTestFinished } from 'vitest';
import { openJournal } from '../../src/journal/journal.ts';
import { KINDS_APART, OLD_SHOPS } from '../../src/rows/moment-names.ts';
import { openDatabase } from '../../src/store/database.ts';
import { emptyJournalFile } from '../journal/empty-journal.ts';
import { recordingLog } from '../log/recording-log.ts';
import { journalContract } from './journal.contract.ts';

journalContract('SQLite', async () => {
  const path = emptyJournalFile();
  const open = () => openJournal(openDatabase(path, recordingLog()), Date.now, recordingLog());
  let journal = open();
  onTestFinished(() => journal.close());
  return {
    journal,
    async reopen() {
      await journal.close();
      journal = open();
      return journal;
    },
    async upgradeAt(at) {
      const db = openDatabase(path, recordingLog());
      for (const name of [KINDS_APART, OLD_SHOPS])
        db.prepare('INSERT INTO moments (name, at) VALUES (?, ?)').run(name, at);
      db.close();
    },
  };
});
