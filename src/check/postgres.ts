import { silentLog } from '../log/silent-log.ts';
import { settingsForms } from '../storage/mappers/settings-records.ts';
import type { Postgres } from '../storage/postgres/connection.ts';
import { openSharedJournal } from '../storage/postgres/journal.ts';
import { inspectDatabase } from '../storage/postgres/open.ts';
import { openRefusedToken, openStockEvidence } from '../storage/postgres/ports.ts';
import { PostgresSettings } from '../storage/postgres/settings.ts';
import { type CheckedStore, channelsOf, failedBy, passed, STORE_LABEL, unreadStore } from './finding.ts';

const pausesOf = (postgres: Postgres) => openSharedJournal(postgres, Date.now, silentLog).pauses();

/** Checks the database of STORE_URL, whether processes of Crier run on it or not. */
export async function checkPostgres(url: string): Promise<CheckedStore> {
  try {
    const { postgres, where, isUpToDate, processes } = await inspectDatabase(url, silentLog);
    const running = processes === 0 ? 'No Crier is running on it' : `Processes of Crier running on it: ${processes}`;
    if (!isUpToDate) {
      await postgres.end();
      return unreadStore(
        passed(
          STORE_LABEL,
          `PostgreSQL, ${where}, can be written. Crier creates or updates its tables when it starts.`,
        ),
      );
    }
    return {
      finding: passed(STORE_LABEL, `PostgreSQL, ${where}, can be read and written. ${running}.`),
      paused: channelsOf((await pausesOf(postgres)).map(({ target }) => target)),
      feeds: await new PostgresSettings(postgres, settingsForms(silentLog)).feeds(),
      refusedToken: openRefusedToken(postgres, silentLog),
      stockEvidence: openStockEvidence(postgres, silentLog),
      close: () => postgres.end(),
    };
  } catch (error) {
    return unreadStore(failedBy(STORE_LABEL, error));
  }
}
