import { onTestFinished } from 'vitest';
import type { Journal } from '../../src/ports/journal.ts';
import { methodsOf, openSharedJournal } from '../../src/postgres/journal.ts';
import { PostgresLeadership } from '../../src/postgres/leadership.ts';
import { openPen } from '../../src/postgres/pen/open-pen.ts';
import { systemClock } from '../../src/time/clock.ts';
import { recordingLog } from '../log/recording-log.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { journalContract } from './journal.contract.ts';

/** What the leader has of it. */
async function openLed(url: string): Promise<Journal> {
  const postgres = openHandle(url);
  const leadership = new PostgresLeadership({
    postgres,
    openPen: (session, epoch) => openPen(session, epoch, Date.now),
    clock: systemClock,
    log: recordingLog(),
  });
  const term = await leadership.lead(new AbortController().signal);
  if (term === null) throw new Error('nobody leads');
  const shared = openSharedJournal(postgres, Date.now, recordingLog());
  return { ...shared, ...methodsOf(term.pen), close: () => term.end() };
}

journalContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  let journal = await openLed(url);
  onTestFinished(() => journal.close());
  return {
    journal,
    async reopen() {
      await journal.close();
      journal = await openLed(url);
      return journal;
    },
  };
});
