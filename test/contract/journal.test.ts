import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openJournal } from '../../src/journal/journal.ts';
import { openDatabase } from '../../src/store/database.ts';
import { recordingLog } from '../log/recording-log.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { journalContract } from './journal.contract.ts';

journalContract('SQLite', async () => {
  const path = join(temporaryFolder(), 'crier.events.sqlite');
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
  };
});
