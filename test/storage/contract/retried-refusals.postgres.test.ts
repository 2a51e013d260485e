import { openRecordTables } from '../../../src/storage/postgres/records.ts';
import { keptRetriedRefusals } from '../../../src/storage/records/records.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { retriedRefusalsContract } from './retried-refusals.contract.ts';

retriedRefusalsContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  const open = () => keptRetriedRefusals(openRecordTables(openHandle(url), recordingLog()));
  return { refusals: open(), reopen: async () => open() };
});
