import { keepHolds } from '../delivery/kept-pace.ts';
import { LinesInMemory } from '../delivery/lines-in-memory.ts';
import { PaceInMemory } from '../delivery/pace-in-memory.ts';
import { IdentifyBuckets } from '../discord/identify-buckets.ts';
import { AllShardBlocks } from '../discord/shard-blocks.ts';
import type { Leadership, Term } from '../ports/fleet.ts';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import { SubscriptionsInMemory } from '../routing/subscriptions-in-memory.ts';
import { assumeJustAsked } from '../service/shops/min-interval.ts';
import { migrateLarge } from '../storage/migrations/migrate-large.ts';
import { storeBytes } from '../storage/sqlite/bytes.ts';
import { countSettings } from '../storage/sqlite/counted-settings.ts';
import { openJournal } from '../storage/sqlite/journal.ts';
import { SnapshotFolder } from '../storage/sqlite/snapshot-folder.ts';
import type { Store } from '../storage/sqlite/store.ts';
import { askInMemory } from '../subscriptions/ask-in-memory.ts';
import { PausedTargets } from '../subscriptions/paused-targets.ts';
import { routeInMemory } from '../subscriptions/route-in-memory.ts';
import { keepInStep } from '../subscriptions/settings-in-memory.ts';
import type { Clock } from '../time/clock.ts';
import { OneAfterAnother } from '../time/one-after-another.ts';
import type { StorePorts } from './store-ports.ts';

/** `memory`: all feeds and watches. */
export type SqlitePorts = StorePorts & { readonly memory: SubscriptionsInMemory };

/**
 * What the files of a store hold, which this process alone has open: it leads from its start to its end. `stem`: what the paths of
 * saved snapshots begin with (see `StoreLocation`).
 * @throws OperatorFault where the journal was written by a newer Crier, or its tables cannot be made
 */
export async function openSqlitePorts(
  store: Store,
  stem: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<SqlitePorts> {
  const now = () => clock.now();
  const memory = new SubscriptionsInMemory();
  // What cannot be read is not in memory, and there all the same.
  const isUnread = (id: string) => {
    const { feeds, watches } = store.settings.setAside();
    return feeds.includes(id) || watches.includes(id);
  };
  await migrateLarge(store.events);
  const journal = openJournal(store.events, now, log, (id) => memory.get(id) !== undefined || isUnread(id));
  const counted = await countSettings(store.settings, journal, log, now());
  for (const feed of counted.feeds) memory.putFeed(feed);
  for (const watch of counted.watches) memory.putWatch(watch);
  for (const person of counted.people) memory.putPerson(person);
  const paused = await PausedTargets.open(journal);
  const { queries, addresses, undos, feedUndos, refusedToken, retriedRefusals, sendBlocks, stockEvidence } = store;
  return {
    ...{ clock, journal, memory, queries, addresses, undos, feedUndos, refusedToken, retriedRefusals, sendBlocks },
    stockEvidence,
    subscriptions: askInMemory(memory),
    router: routeInMemory({ memory, isPaused: (target) => paused.has(target), clock }),
    settings: keepInStep(counted.settings, memory),
    settingsLack: () => counted.lack(now()),
    settingsTrouble: () => store.settings.trouble(),
    turns: new OneAfterAnother(),
    unfinished: store.settings.unfinished,
    beganAt: await firstStart(journal, store.wasUsed, log, now()),
    isNew: !store.wasUsed,
    bytes: () => storeBytes(stem),
    fleet: null,
    lines: new LinesInMemory(journal, clock),
    pace: await keepHolds(new PaceInMemory(clock), sendBlocks, clock, log),
    paused,
    leadership: leadAlways({
      pen: journal,
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

function leadAlways(term: Term): Leadership {
  return { lead: async (signal) => (signal.aborted ? null : term) };
}

/**
 * When this journal was first used, epoch ms; one of the first release did not know. One that is new in a store that is not
 * has lost when the shops were asked for.
 */
async function firstStart(journal: Journal, wasUsed: boolean, log: Log, now: number): Promise<number> {
  const known = await journal.checkpoint('began');
  if (known !== null) return known;
  if (wasUsed && (await assumeJustAsked(journal, now))) {
    log.error(
      {},
      'The journal of this store is gone: what waited to be told, past trades and outages are not known any more',
    );
  }
  await journal.saveCheckpoint('began', now);
  return now;
}
