import { SubscriptionsInMemory } from '../../../src/routing/subscriptions-in-memory.ts';
import { createUndos } from '../../../src/storage/records/records.ts';
import { openJournal } from '../../../src/storage/sqlite/journal.ts';
import { PausesInMemory } from '../../../src/storage/sqlite/outbox/outbox.ts';
import { SqliteSettings } from '../../../src/storage/sqlite/settings.ts';
import { SqliteSettingsTransactions } from '../../../src/storage/sqlite/transactions.ts';
import { askInMemory } from '../../../src/subscriptions/in-memory.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { openStoreFile } from './open-store-file.ts';

/** Opens the ports of a store whose writes belong to a transaction, with memory filled as at a start. */
export async function openSettingsTransactions(path: string) {
  const log = recordingLog();
  const { db, transactions, records, close } = openStoreFile(path, log);
  const memory = new SubscriptionsInMemory();
  const settings = new SqliteSettings({ db, transactions, memory, log });
  for (const feed of await settings.feeds()) memory.putFeed(feed);
  for (const watch of await settings.watches()) memory.putWatch(watch);
  for (const person of await settings.people()) memory.putPerson(person);
  return {
    ...{ db, transactions, settings, close },
    transactions: new SqliteSettingsTransactions(transactions),
    subscriptions: askInMemory(memory),
    undos: createUndos(records),
    paused: new PausesInMemory(db, transactions, log),
    journal: openJournal(db, Date.now, log, { transactions }),
  };
}
