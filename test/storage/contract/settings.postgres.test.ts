import { formsOf } from '../../../src/storage/mappers/settings-records.ts';
import { PostgresSettings } from '../../../src/storage/postgres/settings.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { settingsContract } from './settings.contract.ts';

settingsContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  const open = () => new PostgresSettings(openHandle(url), formsOf(recordingLog()));
  return { settings: open(), reopen: async () => open() };
});
