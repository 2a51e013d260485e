import { openStockEvidence } from '../../../src/storage/postgres/ports.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { stockEvidenceContract } from './stock-evidence.contract.ts';

stockEvidenceContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  const open = () => openStockEvidence(openHandle(url), recordingLog());
  return { evidence: open(), reopen: async () => open() };
});
