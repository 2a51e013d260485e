import { openKept } from '../../../src/storage/postgres/settings/kept-records.ts';
import { keptRetriedRefusals } from '../../../src/storage/records/retried-refusals.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { retriedRefusalsContract } from './retried-refusals.contract.ts';

retriedRefusalsContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  const open = () => keptRetriedRefusals(openKept(openHandle(url), recordingLog()));
  return { refusals: open(), reopen: async () => open() };
});
