import { openStockEvidence } from '../../../src/storage/postgres/ports.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { borrowHandle } from '../postgres/database.ts';
import { stockEvidenceContract } from './stock-evidence.contract.ts';

stockEvidenceContract('PostgreSQL', async () => {
  const postgres = await borrowHandle();
  const open = () => openStockEvidence(postgres, recordingLog());
  return { evidence: open(), reopen: async () => open() };
});
