import type { Log } from '../ports/log.ts';
import type { UnfinishedChanges } from '../ports/unfinished-changes.ts';
import { openRecordStore } from './record-store.ts';
import { unfinishedChangeSchema } from './schemas.ts';
import { openWalCheckpoint } from './wal-checkpoint.ts';

/**
 * Everybody's unfinished change, in the settings file at `path`, which must have been opened with `openDatabase` before. It
 * leaves the WAL as the settings do: a WAL that is lost would else bring back what is finished, and take away what was saved.
 */
export async function openUnfinishedChanges(
  path: string,
  log: Log,
): Promise<UnfinishedChanges & { close(): Promise<void> }> {
  const walCheckpoint = openWalCheckpoint(path, log);
  const records = await openRecordStore(path, 'unfinished', unfinishedChangeSchema, walCheckpoint, log);
  return {
    begin: records.put,
    finish: records.remove,
    all: records.all,
    close() {
      walCheckpoint.close();
      return records.close();
    },
  };
}
