import { join } from 'node:path';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { createUndos } from '../../src/storage/records/records.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { SqliteSettings } from '../../src/storage/sqlite/settings.ts';
import { SqliteSettingsTransactions } from '../../src/storage/sqlite/transactions.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { WatchChanges, type WatchChangesParts } from '../../src/subscriptions/watch-changes.ts';
import { recordingLog } from '../log/recording-log.ts';
import { openStoreFile } from '../storage/sqlite/open-store-file.ts';

/** Opens the store of a folder, up to `WatchChanges`. `wrap` can replace parts of the store. */
export async function openChanges(folder: string, wrap = (parts: WatchChangesParts): WatchChangesParts => parts) {
  const log = recordingLog();
  const { db, transactions: commits, records } = openStoreFile(join(folder, 'crier.sqlite'), log);
  const journal = openJournal(db, Date.now, log, { transactions: commits });
  const memory = new SubscriptionsInMemory();
  const settings = new SqliteSettings({ db, transactions: commits, memory, log });
  for (const watch of await settings.watches()) memory.putWatch(watch);
  for (const person of await settings.people()) memory.putPerson(person);
  const subscriptions = askInMemory(memory);
  const undos = createUndos(records);
  const transactions = new SqliteSettingsTransactions(commits);
  const rest = { wake() {}, openDirectMessages: async () => {}, now: Date.now, log };
  const changes = new WatchChanges(wrap({ subscriptions, settings, undos, transactions, journal, ...rest }));
  const close = () => journal.close();
  return { db, changes, subscriptions, undos, transactions, journal, settings, log, close };
}
