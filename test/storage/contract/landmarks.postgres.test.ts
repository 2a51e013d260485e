import { openPostgresRecords } from '../../../src/storage/postgres/records.ts';
import { createLandmarkStore } from '../../../src/storage/records/records.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { borrowHandle } from '../postgres/database.ts';
import { landmarksContract } from './landmarks.contract.ts';

landmarksContract('PostgreSQL', async () => {
  const postgres = await borrowHandle();
  const open = () => createLandmarkStore(openPostgresRecords(postgres, recordingLog()));
  return { landmarks: open(), reopen: async () => open() };
});
