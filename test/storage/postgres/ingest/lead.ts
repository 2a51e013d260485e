import { onTestFinished } from 'vitest';
import type { Term } from '../../../../src/ports/fleet.ts';
import type { Journal } from '../../../../src/ports/journal.ts';
import type { Postgres } from '../../../../src/storage/postgres/connection.ts';
import { openIngestWriter } from '../../../../src/storage/postgres/ingest/ingest-writer.ts';
import { methodsOf, openSharedJournal } from '../../../../src/storage/postgres/journal.ts';
import { PostgresLeadership } from '../../../../src/storage/postgres/leadership.ts';
import { systemClock } from '../../../../src/time/clock.ts';
import { recordingLog } from '../../../log/recording-log.ts';

/** Leads as soon as no other process does. The term ends after the test. */
export async function lead(postgres: Postgres): Promise<Term> {
  const leadership = new PostgresLeadership({
    postgres,
    openIngestWriter: (session, epoch) => openIngestWriter(session, epoch, Date.now),
    // The attempts of a leader wait briefly for a database that is slow to restart.
    clock: { monotonic: () => 0, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 10), signal) },
    log: recordingLog(),
  });
  const term = await leadership.lead(new AbortController().signal);
  if (term === null) throw new Error('nobody leads');
  onTestFinished(() => term.end());
  return term;
}

/** The leader's view of the journal. */
export async function openLeaderJournal(postgres: Postgres): Promise<Journal> {
  const term = await lead(postgres);
  const shared = openSharedJournal(postgres, Date.now, recordingLog());
  return { ...shared, ...methodsOf(term.writer), close: () => term.end() };
}
