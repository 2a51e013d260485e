import type { Log } from '../ports/log.ts';
import type { UnfinishedChange, UnfinishedChanges } from '../ports/unfinished-changes.ts';
import { RecordStore } from './record-store.ts';
import { unfinishedChangeSchema } from './schemas.ts';
import { WalCheckpoint } from './wal-checkpoint.ts';

/**
 * Everybody's unfinished change, in the settings file at `path`, which must have been opened with `openDatabase` before. It
 * leaves the WAL as the settings do: a WAL that is lost would else bring back what is finished, and take away what was saved.
 */
export async function openUnfinishedChanges(
  path: string,
  log: Log,
): Promise<UnfinishedChanges & { close(): Promise<void> }> {
  const walCheckpoint = new WalCheckpoint(path, log);
  const kind = { namespace: 'unfinished', schema: unfinishedChangeSchema };
  const records = await RecordStore.open<UnfinishedChange>(path, { ...kind, walCheckpoint, log });
  return {
    begin: (change) => records.put(change),
    finish: (userId) => records.remove(userId),
    all: () => records.all(),
    close() {
      walCheckpoint.close();
      return records.close();
    },
  };
}
