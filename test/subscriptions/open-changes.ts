import { join } from 'node:path';
import type { UnfinishedChanges } from '../../src/ports/settings.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { countSettings } from '../../src/storage/sqlite/counted-settings.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { openSettings } from '../../src/storage/sqlite/settings.ts';
import { askInMemory } from '../../src/subscriptions/ask-in-memory.ts';
import { keepInStep } from '../../src/subscriptions/settings-in-memory.ts';
import { WatchChanges, type WatchChangesParts } from '../../src/subscriptions/watch-changes.ts';
import { OneAfterAnother } from '../../src/time/one-after-another.ts';
import { recordingLog } from '../log/recording-log.ts';
import { openUndos } from '../storage/sqlite/open-kept.ts';

/** On files a change may be cut short. */
export type PartsOnFiles = WatchChangesParts & { readonly unfinished: UnfinishedChanges };

/** A start on the files of a folder, up to what changes watches. `wrap`: between it and the files. */
export async function openChanges(folder: string, wrap = (parts: PartsOnFiles): WatchChangesParts => parts) {
  const log = recordingLog();
  const path = join(folder, 'crier.sqlite');
  const journal = openJournal(openDatabase(join(folder, 'crier.events.sqlite'), log), Date.now, log);
  const store = await openSettings(path, log);
  const undos = await openUndos(path, log);
  const { unfinished } = store;
  const counted = await countSettings(store, journal, log, Date.now());
  const memory = new SubscriptionsInMemory();
  for (const watch of counted.watches) memory.putWatch(watch);
  for (const person of counted.people) memory.putPerson(person);
  const subscriptions = askInMemory(memory);
  const settings = keepInStep(counted.settings, memory);
  const rest = { wake() {}, openDirectMessages: async () => {}, now: Date.now, log };
  const changes = new WatchChanges(
    wrap({ subscriptions, settings, undos, turns: new OneAfterAnother(), unfinished, journal, ...rest }),
  );
  const close = () => Promise.all([store.close(), undos.close(), journal.close()]);
  return { changes, subscriptions, undos, unfinished, journal, settings, log, close };
}
