import { onTestFinished } from 'vitest';
import { KINDS_SEPARATE_SINCE, LAST_OLD_SNAPSHOT } from '../../../src/storage/mappers/checkpoint-names.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { openJournal } from '../../../src/storage/sqlite/journal.ts';
import { PausesInMemory } from '../../../src/storage/sqlite/outbox/outbox.ts';
import { Transactions } from '../../../src/storage/sqlite/transactions.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { emptyJournalFile } from '../sqlite/journal/empty-journal.ts';
import { journalContract } from './journal.contract.ts';

journalContract('SQLite', async () => {
  const path = emptyJournalFile();
  const log = recordingLog();
  const db = openDatabase(path, log);
  const transactions = new Transactions(db, log);
  let journal = openJournal(db, Date.now, log, { transactions });
  onTestFinished(() => journal.close());
  return {
    journal,
    paused: new PausesInMemory(db, transactions, log),
    async reopen() {
      await journal.close();
      journal = openJournal(openDatabase(path, log), Date.now, log);
      return journal;
    },
    async upgradeAt(at) {
      const db = openDatabase(path, recordingLog());
      for (const name of [KINDS_SEPARATE_SINCE, LAST_OLD_SNAPSHOT])
        db.prepare('INSERT INTO checkpoints (name, at) VALUES (?, ?)').run(name, at);
      db.close();
    },
  };
});
