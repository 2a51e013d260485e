import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { Delivery } from '../../src/delivery/delivery.ts';
import { GlobalRateLimiterInMemory } from '../../src/delivery/global-rate-limiter-in-memory.ts';
import type { DeliveryParts } from '../../src/delivery/parts.ts';
import { TargetLeasesInMemory } from '../../src/delivery/target-leases-in-memory.ts';
import { audienceOf } from '../../src/discord/render/alert/alert-body.ts';
import type { Change } from '../../src/market/change.ts';
import { WorkCounts } from '../../src/monitor/facts.ts';
import type { Outcome } from '../../src/ports/delivery.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { Log } from '../../src/ports/log.ts';
import type { Pause, Sealed } from '../../src/ports/outbox.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { type Cause, type HoldReason, type Routed, type Target, targetKey } from '../../src/routing/notice.ts';
import type { RetriedRefusal } from '../../src/routing/retried-refusal.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { PausesInMemory } from '../../src/storage/sqlite/outbox/outbox.ts';
import { Transactions } from '../../src/storage/sqlite/transactions.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { NO_PICTURES } from '../discord/no-pictures.ts';
import { recordingLog } from '../log/recording-log.ts';
import { emptyJournalFile } from '../storage/sqlite/journal/empty-journal.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { retriedRefusals } from './retried-refusals.ts';

interface Body {
  readonly hasSeveralFeeds: boolean;
  /** The roles it mentions. */
  readonly roleIds: readonly string[];
  readonly notices: readonly {
    readonly id: number;
    readonly subscriptions: readonly string[];
    readonly held: HoldReason | null;
    readonly cause: Cause;
  }[];
}

/** The storage of a journal. `leave` returns its content after its process died. */
export interface JournalStorage {
  open(log: Log): DatabaseSync;
  leave(journal: Journal): Promise<void>;
}

function storageInFile(): JournalStorage {
  const path = emptyJournalFile();
  return { open: (log) => openDatabase(path, log), leave: (journal) => journal.close() };
}

/** The first time of the wall clock, in epoch ms. */
export const BEGIN = 1_000_000;
export const MOST_IN_A_MESSAGE = 10;
const DIGEST_FROM = 60;

/**
 * Opens delivery with a real journal, in a file by default, a clock that the test advances, and a Discord whose answers
 * it sets.
 */
export function openHarness(storage = storageInFile(), begin = BEGIN) {
  const time = new ManualClock(begin);
  const log = recordingLog();
  const subscriptions = new SubscriptionsInMemory();
  const paused = new Set<string>();
  const refusals = new Map<string, RetriedRefusal>();
  const pauses: { pause: Pause; subscriptions: string[] }[] = [];
  const posts: { readonly at: number; readonly target: string; readonly sealed: Sealed; readonly body: Body }[] = [];
  const discord = {
    posts,
    shops: null as ReturnType<DeliveryParts['shops']>,
    worthOf: (_: string): number | null => null,
    unauthorized: [] as string[],
    onOnceDelivered: (watch: Watch): void => subscriptions.remove(watch.id),
    offered: 0,
    /** The number of lease checks that will fail. */
    unsure: 0,
    /** The number of pauses that will fail. */
    unpausable: 0,
    /** The number of claims that will fail. */
    unclaimed: 0,
    answer: (_: Sealed): Outcome | Promise<Outcome> => ({ kind: 'delivered', messageId: '1' }),
  };

  function isSure(): boolean {
    if (discord.unsure === 0) return true;
    discord.unsure -= 1;
    return false;
  }

  function open() {
    const db = storage.open(log);
    const transactions = new Transactions(db, log);
    const journal = openJournal(db, time.now, log, { transactions });
    const kept = new PausesInMemory(db, transactions, log);
    const leases = new TargetLeasesInMemory(journal, time);
    const delivery = new Delivery({
      counts: new WorkCounts(),
      retriedRefusals: retriedRefusals(refusals),
      journal,
      leases: {
        wake: (targets) => leases.wake(targets),
        reconsider: (targets) => leases.reconsider(targets),
        async claim(...asked) {
          if (discord.unclaimed-- > 0) throw new Error('database is away');
          return (await leases.claim(...asked)).map((lease) => ({ ...lease, isSure }));
        },
      },
      rateLimiter: new GlobalRateLimiterInMemory(time),
      messenger: {
        compose(entries, _, isLate) {
          discord.offered = Math.max(discord.offered, entries.length);
          const taken =
            isLate || entries.length > DIGEST_FROM ? entries.length : Math.min(MOST_IN_A_MESSAGE, entries.length);
          const notices = entries.slice(0, taken).map(({ notice: { id, held, cause }, subscriptions }) => {
            return { id, subscriptions: subscriptions.map((subscription) => subscription.id), held, cause };
          });
          const hasSeveralFeeds = entries.some((entry) => entry.hasSeveralFeeds === true);
          const roleIds = (audienceOf(entries.slice(0, taken)).roles ?? []).map((role) => role.id);
          return { body: JSON.stringify({ hasSeveralFeeds, roleIds, notices }), taken };
        },
        async send(sealed) {
          const body = JSON.parse(sealed.body) as Body;
          posts.push({ at: time.monotonic(), target: targetKey(sealed.target), sealed, body });
          return discord.answer(sealed);
        },
        sendTest: async () => ({ kind: 'delivered', messageId: '1' }),
        openDirectMessages: async () => null,
        isInServer: async () => true,
      },
      subscriptions: askInMemory(subscriptions),
      shops: () => discord.shops,
      worthOf: async ({ key }) => discord.worthOf(key),
      lowestInDays: async () => null,
      findPaintings: NO_PICTURES.find,
      isPaused: (target) => paused.has(targetKey(target)),
      clock: time,
      random: () => 0,
      log,
      async pauseRefused(pause, subscriptions) {
        if (discord.unpausable-- > 0) throw new Error('disk full');
        paused.add(targetKey(pause.target));
        pauses.push({ pause, subscriptions: subscriptions.map(({ id }) => id) });
        await kept.pause(pause);
      },
      onOnceDelivered: (watch) => discord.onOnceDelivered(watch),
      onUnauthorized: (why) => void discord.unauthorized.push(why),
    });
    return { journal, kept, leases, delivery };
  }

  let life = open();
  return {
    time,
    subscriptions,
    log,
    discord,
    pauses,
    refusals,
    async resume(target: Target): Promise<void> {
      paused.delete(targetKey(target));
      await life.kept.resume(target);
      life.delivery.reconsider([target]);
      await turn();
    },
    journal: () => life.journal,
    delivery: () => life.delivery,
    leases: () => life.leases,
    put(...added: readonly (Feed | Watch)[]) {
      for (const subscription of added)
        subscription.type === 'watch' ? subscriptions.putWatch(subscription) : subscriptions.putFeed(subscription);
    },
    /** Routes changes, records them and wakes delivery, as the pipeline does. */
    async ingest(...changes: readonly Change[]): Promise<void> {
      const { worthOf } = discord;
      const matchContext = { market: discord.shops, isBanned: () => false, worthOf: (key: string) => worthOf(key) };
      const notices = changes.flatMap((change) => subscriptions.route(change, time.now(), matchContext));
      await life.journal.record({ changes, notices });
      life.delivery.wake(notices.map(({ target }) => target));
      await turn();
    },
    /** Records a notice without a change, and wakes delivery. */
    async enqueue(notice: Routed): Promise<void> {
      await life.journal.record({ changes: [], notices: [notice] });
      life.delivery.wake([notice.target]);
    },
    /** Ends the process without a shutdown, and starts another on its files. */
    async crash(): Promise<void> {
      await Promise.all([life.delivery.stop(0), time.run(0)]);
      await storage.leave(life.journal);
      life = open();
    },
    async end(): Promise<void> {
      await life.delivery.stop(0);
      await life.journal.close();
    },
    waiting: (target: Target) => life.journal.waiting(target, Number.MAX_SAFE_INTEGER, 9_999),
  };
}
