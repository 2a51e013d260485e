import { settingsForms } from '../../../src/storage/mappers/settings-records.ts';
import { PostgresSettings } from '../../../src/storage/postgres/settings.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { borrowHandle } from '../postgres/database.ts';
import { settingsContract } from './settings.contract.ts';

settingsContract('PostgreSQL', async () => {
  const postgres = await borrowHandle();
  const open = () => new PostgresSettings(postgres, settingsForms(recordingLog()));
  return { settings: open(), reopen: async () => open() };
});
