import { onTestFinished } from 'vitest';
import { KINDS_APART, OLD_SHOPS } from '../../../src/storage/mappers/checkpoint-names.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { openJournal } from '../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { emptyJournalFile } from '../sqlite/journal/empty-journal.ts';
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
        db.prepare('INSERT INTO checkpoints (name, at) VALUES (?, ?)').run(name, at);
      db.close();
    },
  };
});
