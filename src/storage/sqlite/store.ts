import { readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../faults/operator-fault.ts';
import { StoreUnusable } from '../../faults/store-unusable.ts';
import type { RefusedToken, SendBlocks } from '../../ports/discord-limits.ts';
import type { KeptStockEvidence } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { RetriedRefusals } from '../../ports/outbox.ts';
import type { Addresses, Queries } from '../../ports/queries.ts';
import type { FeedUndos, Undos } from '../../ports/settings.ts';
import { keptAddresses } from '../cache/addresses.ts';
import { keptFeedUndos } from '../cache/feed-undos.ts';
import { keptQueries } from '../cache/queries.ts';
import { keptRefusedToken } from '../cache/refused-token.ts';
import { keptRetriedRefusals } from '../cache/retried-refusals.ts';
import { keptSendBlocks } from '../cache/send-blocks.ts';
import { keptStockEvidence } from '../cache/stock-evidence.ts';
import { keptUndos } from '../cache/undos.ts';
import { isLargeAndSound, makeFolderOf, openDatabase } from './database.ts';
import { openKept } from './kept-records.ts';
import type { StoreLocation } from './location.ts';
import { lockStore } from './lock.ts';
import { refuseMoved } from './moved-mark.ts';
import { refuseHalfRestored, removeParts } from './restore-mark.ts';
import { openSettings, type SettingsStore } from './settings.ts';

/** The store, held by this process alone. `events`: the open file for the journal, which closes it. */
export interface Store {
  readonly settings: SettingsStore;
  readonly queries: Queries;
  readonly addresses: Addresses;
  readonly undos: Undos;
  readonly feedUndos: FeedUndos;
  readonly refusedToken: RefusedToken;
  readonly retriedRefusals: RetriedRefusals;
  readonly sendBlocks: SendBlocks;
  readonly stockEvidence: KeptStockEvidence;
  readonly events: DatabaseSync;
  /** Whether a file of it was there before this start. */
  readonly wasUsed: boolean;
  /** Closes the settings and gives the lock back; the journal must be closed before. */
  close(): Promise<void>;
}

/**
 * Locks the store, then opens its files.
 *
 * @throws StoreUnusable with a sentence for the operator: another instance runs, the store was moved, or a path cannot be used.
 */
export async function openStore(location: StoreLocation, log: Log): Promise<Store> {
  const wasUsed = hasFiles(location);
  refuseFolder(location.settings);
  refuseMoved(location.stem);
  refuseHalfRestored(location.stem);
  const unlock = lockStore(location.lock);
  let events: DatabaseSync | undefined;
  try {
    events = openDatabase(location.events, log, await isLargeAndSound(location.events));
    const settings = await openSettings(location.settings, log);
    const kept = await openKept(location.settings, log);
    removeParts([location.settings, location.events]);
    return {
      settings,
      queries: keptQueries(kept.open),
      addresses: keptAddresses(kept.open),
      undos: keptUndos(kept.open),
      feedUndos: keptFeedUndos(kept.open),
      refusedToken: keptRefusedToken(kept.open),
      retriedRefusals: keptRetriedRefusals(kept.open),
      sendBlocks: keptSendBlocks(kept.open),
      stockEvidence: keptStockEvidence(kept.open),
      events,
      wasUsed,
      async close() {
        await Promise.all([settings.close(), kept.close()]);
        unlock();
      },
    };
  } catch (error) {
    events?.close();
    unlock();
    throw error;
  }
}

/** Side files and what was set aside or saved count too; another's file that only begins with the same name does not. */
function hasFiles({ settings, events, stem }: StoreLocation): boolean {
  makeFolderOf(stem);
  const folder = dirname(stem);
  const ours = [settings, events, `${stem}.shops-`].map((path) => basename(path));
  return namesIn(folder).some((name) => ours.some((beginning) => name.startsWith(beginning)));
}

/**
 * Said before the lock is asked for, which lies beside it: a folder such as a mounted volume is often in one of root's.
 * @throws StoreUnusable where the path is that of a folder
 */
export function refuseFolder(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new StoreUnusable(
    `STORE_URL names a folder, ${path}: give the path of a file, such as sqlite://${path}/crier.sqlite.`,
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new StoreUnusable(`The folder of the store cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}
