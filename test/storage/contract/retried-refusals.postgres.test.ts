import { openPostgresRecords } from '../../../src/storage/postgres/records.ts';
import { createRetriedRefusals } from '../../../src/storage/records/records.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { borrowHandle } from '../postgres/database.ts';
import { retriedRefusalsContract } from './retried-refusals.contract.ts';

retriedRefusalsContract('PostgreSQL', async () => {
  const postgres = await borrowHandle();
  const open = () => createRetriedRefusals(openPostgresRecords(postgres, recordingLog()));
  return { refusals: open(), reopen: async () => open() };
});
