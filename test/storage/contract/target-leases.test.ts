import { onTestFinished } from 'vitest';
import { TargetLeasesInMemory } from '../../../src/delivery/target-leases-in-memory.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { openJournal } from '../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { emptyJournalFile } from '../sqlite/journal/empty-journal.ts';
import { claimNow, targetLeasesContract } from './target-leases.contract.ts';

targetLeasesContract('SQLite', async () => {
  const clock = new ManualClock();
  const outbox = openJournal(openDatabase(emptyJournalFile(), recordingLog()), clock.now, recordingLog());
  onTestFinished(() => outbox.close());
  const leases = new TargetLeasesInMemory(outbox, clock);
  await claimNow(leases);
  return { leases, other: leases, outbox, clock, pass: async (ms) => void (await clock.run(ms)) };
});
