import { settingsForms } from '../../../src/storage/mappers/settings-records.ts';
import { openSharedJournal } from '../../../src/storage/postgres/journal.ts';
import { PostgresPauses } from '../../../src/storage/postgres/pauses.ts';
import { openPostgresRecords } from '../../../src/storage/postgres/records.ts';
import { PostgresSettings, PostgresSubscriptions } from '../../../src/storage/postgres/settings.ts';
import { PostgresSettingsTransactions } from '../../../src/storage/postgres/settings-transactions.ts';
import { createUndos } from '../../../src/storage/records/records.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { settingsTransactionsContract } from './settings-transactions.contract.ts';

settingsTransactionsContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  const open = () => {
    const db = openHandle(url);
    const log = recordingLog();
    const forms = settingsForms(log);
    const journal = openSharedJournal(db, Date.now, log);
    return {
      journal,
      transactions: new PostgresSettingsTransactions(db),
      settings: new PostgresSettings(db, forms),
      subscriptions: new PostgresSubscriptions(db, forms),
      undos: createUndos(openPostgresRecords(db, log)),
      paused: new PostgresPauses(db),
    };
  };
  return { ...open(), reopen: async () => open() };
});
