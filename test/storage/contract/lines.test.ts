import { onTestFinished } from 'vitest';
import { LinesInMemory } from '../../../src/delivery/lines-in-memory.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { openJournal } from '../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { emptyJournalFile } from '../sqlite/journal/empty-journal.ts';
import { claimNow, linesContract } from './lines.contract.ts';

linesContract('SQLite', async () => {
  const clock = new ManualClock();
  const outbox = openJournal(openDatabase(emptyJournalFile(), recordingLog()), clock.now, recordingLog());
  onTestFinished(() => outbox.close());
  const lines = new LinesInMemory(outbox, clock);
  await claimNow(lines);
  return { lines, other: lines, outbox, clock, pass: async (ms) => void (await clock.run(ms)) };
});
