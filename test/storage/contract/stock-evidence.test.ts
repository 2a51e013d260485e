import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { recordingLog } from '../../log/recording-log.ts';
import { openStockEvidence } from '../sqlite/open-store-file.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { stockEvidenceContract } from './stock-evidence.contract.ts';

stockEvidenceContract('SQLite', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const log = recordingLog();
  const evidence = await openStockEvidence(path, log);
  return {
    evidence,
    async reopen() {
      await evidence.close();
      const again = await openStockEvidence(path, log);
      onTestFinished(() => again.close());
      return again;
    },
  };
});
