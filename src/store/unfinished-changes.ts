import type { Log } from '../ports/log.ts';
import type { UnfinishedChanges } from '../ports/unfinished-changes.ts';
import { openRecordStore } from './record-store.ts';
import { unfinishedChangeSchema } from './schemas.ts';

/** The settings that a change is of are written to the same file after it: what brings them out of the WAL brings it along. */
const WITH_THE_SETTINGS = { take() {} };

/** Everybody's unfinished change, in the settings file at `path`, which must have been opened with `openDatabase` before. */
export async function openUnfinishedChanges(
  path: string,
  log: Log,
): Promise<UnfinishedChanges & { close(): Promise<void> }> {
  const records = await openRecordStore(path, 'unfinished', unfinishedChangeSchema, WITH_THE_SETTINGS, log);
  return { begin: records.put, finish: records.remove, all: records.all, close: records.close };
}
