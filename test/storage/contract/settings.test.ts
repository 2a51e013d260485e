import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { recordingLog } from '../../log/recording-log.ts';
import { openSettings } from '../sqlite/open-store-file.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { settingsContract } from './settings.contract.ts';

settingsContract('SQLite', async () => {
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
