import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSettings } from '../../../src/storage/sqlite/settings.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { settingsContract } from './settings.contract.ts';

settingsContract('Keyv on SQLite', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  let settings = await openSettings(path, recordingLog());
  onTestFinished(() => settings.close());
  return {
    settings,
    async reopen() {
      await settings.close();
      settings = await openSettings(path, recordingLog());
      return settings;
    },
  };
});
