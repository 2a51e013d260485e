import type { Log } from '../../ports/log.ts';
import type { UnfinishedChange, UnfinishedChanges } from '../../ports/settings.ts';
import { unfinishedChangeSchema } from '../mappers/settings-schemas.ts';
import { RecordStore } from './record-store.ts';
import type { WalCheckpoint } from './wal-checkpoint.ts';

/**
 * Everybody's unfinished change, in the settings file at `path`, which must have been opened with `openDatabase` before. It
 * leaves the WAL with the settings: a WAL that is lost would else bring back what is finished, and take away what was saved.
 */
export async function openUnfinishedChanges(
  path: string,
  parts: { readonly walCheckpoint: WalCheckpoint; readonly log: Log },
): Promise<UnfinishedChanges & { close(): Promise<void> }> {
  const kind = { namespace: 'unfinished', schema: unfinishedChangeSchema };
  const records = await RecordStore.open<UnfinishedChange>(path, { ...kind, ...parts });
  return {
    begin: (change) => records.put(change),
    finish: (userId) => records.remove(userId),
    all: () => records.all(),
    close: () => records.close(),
  };
}
