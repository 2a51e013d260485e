import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { recordingLog } from '../../log/recording-log.ts';
import { openRetriedRefusals } from '../sqlite/open-store-file.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { retriedRefusalsContract } from './retried-refusals.contract.ts';

retriedRefusalsContract('SQLite', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const log = recordingLog();
  const refusals = await openRetriedRefusals(path, log);
  return {
    refusals,
    async reopen() {
      await refusals.close();
      const again = await openRetriedRefusals(path, log);
      onTestFinished(() => again.close());
      return again;
    },
  };
});
