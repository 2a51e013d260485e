import { GlobalRateLimiterInMemory, persistHolds } from '../delivery/global-rate-limiter-in-memory.ts';
import { TargetLeasesInMemory } from '../delivery/target-leases-in-memory.ts';
import { AllShardBlocks, IdentifyBuckets } from '../discord/gateway/shards.ts';
import type { Leadership, Term } from '../ports/fleet.ts';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import { SubscriptionsInMemory } from '../routing/subscriptions-in-memory.ts';
import { assumeJustAsked } from '../service/shops/min-interval.ts';
import { createAddresses, createQueries } from '../storage/cache/cache.ts';
import { QUARANTINED } from '../storage/mappers/checkpoint-names.ts';
import {
  createFeedUndos,
  createLandmarkStore,
  createRefusedToken,
  createRetriedRefusals,
  createSendHolds,
  createStockEvidence,
  createUndos,
} from '../storage/records/records.ts';
import { QUARANTINE_REPORTED_MS } from '../storage/sqlite/database.ts';
import { storeBytes } from '../storage/sqlite/files.ts';
import { CheckpointsTable } from '../storage/sqlite/ingest-state.ts';
import { openJournal } from '../storage/sqlite/journal.ts';
import { PausesInMemory } from '../storage/sqlite/outbox/outbox.ts';
import { clearExpiredInFile } from '../storage/sqlite/record-table.ts';
import { SqliteSettings } from '../storage/sqlite/settings.ts';
import { SnapshotFolder } from '../storage/sqlite/snapshot-folder.ts';
import type { Store } from '../storage/sqlite/store.ts';
import { SqliteSettingsTransactions } from '../storage/sqlite/transactions.ts';
import { askInMemory, routeInMemory } from '../subscriptions/in-memory.ts';
import type { Clock } from '../time/clock.ts';
import type { StorePorts } from './parts.ts';

/** `memory` holds all feeds and watches. */
export type SqlitePorts = StorePorts & { readonly memory: SubscriptionsInMemory };

/**
 * Opens the ports of a store in a file, which this process alone has open. This process is the leader all the time.
 * @param stem the beginning of the paths of saved snapshots (see `StoreLocation`)
 */
export async function openSqlitePorts(
  store: Store,
  stem: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<SqlitePorts> {
  const now = () => clock.now();
  const { db, transactions, records, cache } = store;
  const memory = new SubscriptionsInMemory();
  const settings = new SqliteSettings({ db, transactions, memory, log });
  for (const feed of await settings.feeds()) memory.putFeed(feed);
  for (const watch of await settings.watches()) memory.putWatch(watch);
  for (const person of await settings.people()) memory.putPerson(person);
  const unreadable = settings.unreadable();
  // A record that cannot be read is not in memory, but its last delivery must stay.
  const unread = new Set([...unreadable.feeds, ...unreadable.watches]);
  const isInUse = (id: string) => memory.get(id) !== undefined || unread.has(id);
  const journal = openJournal(db, now, log, { isInUse, transactions });
  const paused = new PausesInMemory(db, transactions, log);
  const sendHolds = createSendHolds(records);
  return {
    ...{ clock, journal, memory, settings, paused, sendHolds },
    queries: createQueries(cache.open),
    addresses: createAddresses(cache.open),
    undos: createUndos(records),
    clearExpired: () => clearExpiredInFile(db, transactions, now()),
    feedUndos: createFeedUndos(records),
    refusedToken: createRefusedToken(records),
    retriedRefusals: createRetriedRefusals(records),
    stockEvidence: createStockEvidence(records),
    landmarks: createLandmarkStore(records),
    subscriptions: askInMemory(memory),
    router: routeInMemory({ memory, isPaused: (target) => paused.has(target), clock }),
    settingsLack: lackOf(unreadable, new CheckpointsTable(db).get(QUARANTINED), now),
    transactions: new SqliteSettingsTransactions(transactions),
    beganAt: await firstStart(journal, store.wasUsed, log, now()),
    isNew: !store.wasUsed,
    bytes: () => storeBytes(stem),
    fleet: null,
    leases: new TargetLeasesInMemory(journal, clock),
    rateLimiter: await persistHolds(new GlobalRateLimiterInMemory(clock), sendHolds, clock, log),
    leadership: leadAlways({
      writer: journal,
      snapshots: new SnapshotFolder({ stem, log }),
      lost: new AbortController().signal,
      end: async () => undefined,
    }),
    shardBlocks: new AllShardBlocks(),
    identifies: new IdentifyBuckets(clock),
    async close() {
      await journal.close();
      await store.close();
    },
  };
}

/**
 * Returns a function that reports missing settings: records that could not be read at this start, and a file that was
 * quarantined in the last week.
 */
function lackOf(
  { feeds, watches, people }: ReturnType<SqliteSettings['unreadable']>,
  quarantinedAt: number | null,
  now: () => number,
): StorePorts['settingsLack'] {
  const unreadable = { feeds: feeds.length, watches: watches.length, people: people.length };
  const isComplete = feeds.length + watches.length + people.length === 0;
  return () => {
    const reported = quarantinedAt !== null && now() - quarantinedAt < QUARANTINE_REPORTED_MS ? quarantinedAt : null;
    return isComplete && reported === null ? null : { quarantinedAt: reported, unreadable };
  };
}

function leadAlways(term: Term): Leadership {
  return { lead: async (signal) => (signal.aborted ? null : term) };
}

/**
 * Returns the time of the first use of this store, epoch ms. Stores of the first release lack it. A new file in a store
 * that was used before has lost the time of the last request for the shops, so that the service's minimum interval is
 * assumed to have just begun.
 */
async function firstStart(journal: Journal, wasUsed: boolean, log: Log, now: number): Promise<number> {
  const known = await journal.checkpoint('began');
  if (known !== null) return known;
  if (wasUsed && (await assumeJustAsked(journal, now))) {
    log.error({}, 'Store file missing, created an empty one: settings, outbox and history are lost');
  }
  await journal.saveCheckpoint('began', now);
  return now;
}
