import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { recordingLog } from '../../log/recording-log.ts';
import { openLandmarkStore } from '../sqlite/open-store-file.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { landmarksContract } from './landmarks.contract.ts';

landmarksContract('SQLite', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const log = recordingLog();
  const landmarks = await openLandmarkStore(path, log);
  return {
    landmarks,
    async reopen() {
      await landmarks.close();
      const again = await openLandmarkStore(path, log);
      onTestFinished(() => again.close());
      return again;
    },
  };
});
