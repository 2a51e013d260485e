import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Delivery } from '../../src/delivery/delivery.ts';
import { GlobalRateLimiterInMemory } from '../../src/delivery/global-rate-limiter-in-memory.ts';
import { TargetLeasesInMemory } from '../../src/delivery/target-leases-in-memory.ts';
import { composeAlert } from '../../src/discord/render/alert/alert.ts';
import { silentLog } from '../../src/log/silent-log.ts';
import type { Change } from '../../src/market/change.ts';
import { identify } from '../../src/market/item/identity.ts';
import { WorkCounts } from '../../src/monitor/facts.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { retriedRefusals } from '../../test/delivery/retried-refusals.ts';
import { NO_PICTURES } from '../../test/discord/no-pictures.ts';
import { ALERT_PARTS } from '../../test/discord/render/alert-parts.ts';
import { SimulatedTime } from '../soak/simulated-time.ts';

const FIRST_CHANNEL = 1_000_000;
/** Delivery sends 40 messages per second. */
const PACE_MS = 30;
/** Longer than the rate limit of a channel. */
const SETTLED_MS = 10_000;

/** Delivery on a journal in a file and with the real rendering, in simulated time; Discord accepts everything. */
export async function deliverMessages() {
  const folder = await mkdtemp(join(tmpdir(), 'crier-memory-'));
  const time = new SimulatedTime(Date.UTC(2026, 0, 1));
  const journal = openJournal(openDatabase(join(folder, 'crier.sqlite'), silentLog), time.now, silentLog);
  const subscriptions = new SubscriptionsInMemory();
  let sent = 0;
  const leases = new TargetLeasesInMemory(journal, time);
  const delivery = new Delivery({
    counts: new WorkCounts(),
    retriedRefusals: retriedRefusals(),
    ...{ journal, leases, rateLimiter: new GlobalRateLimiterInMemory(time) },
    messenger: {
      compose(entries, now) {
        const { body, taken } = composeAlert(entries, now, ALERT_PARTS);
        return { body: JSON.stringify(body), taken };
      },
      async send() {
        sent += 1;
        return { kind: 'delivered', messageId: String(sent) };
      },
      sendTest: async () => ({ kind: 'delivered', messageId: '1' }),
      openDirectMessages: async () => null,
      isInServer: async () => true,
    },
    subscriptions: askInMemory(subscriptions),
    shops: () => null,
    worthOf: async () => null,
    lowestInDays: async () => null,
    findPaintings: NO_PICTURES.find,
    isPaused: () => false,
    clock: time,
    random: () => 0,
    log: silentLog,
    pauseRefused: async () => undefined,
    onOnceDelivered: () => undefined,
    onUnauthorized: () => undefined,
  });
  await delivery.start();
  let channel = 0;

  /** Records notices as the pipeline does. */
  async function recordAuction(feed: Feed, number: number): Promise<void> {
    subscriptions.putFeed(feed);
    const matchContext = { market: null, isBanned: () => false };
    const notices = subscriptions
      .route(auctionOf(number, time.now()), time.now(), matchContext)
      .filter(({ target }) => target.id === feed.channelId);
    await journal.record({ changes: [], notices });
    delivery.wake(notices.map(({ target }) => target));
  }

  return {
    sent: () => sent,
    queues: () => leases.size,
    /** Notifies `channels` new channels of an auction. Resolves when all messages are sent and delivery is idle. */
    async notify(channels: number): Promise<void> {
      const feeds = Array.from({ length: channels }, () => feedIn(String(FIRST_CHANNEL + channel++)));
      await Promise.all(feeds.map((feed, at) => time.during(recordAuction(feed, at))));
      await time.pass(SETTLED_MS + channels * PACE_MS);
      for (const { id } of feeds) subscriptions.remove(id);
    },
    async close(): Promise<void> {
      await delivery.stop(0);
      await journal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function auctionOf(number: number, at: number): Change {
  const item = { identity: identify('DIAMOND'), quantity: 1, name: `Diamond ${number}`, contents: [] };
  return { kind: 'auctioned', at, auction: { kind: 'auction', at, item, sold: 1, finalBid: number } };
}

function feedIn(channelId: string): Feed {
  return {
    type: 'feed',
    id: `feed-${channelId}`,
    guildId: '1',
    channelId,
    makerId: '2',
    kind: 'auctions',
    style: 'cards',
    filter: { containers: true },
    minValue: 0,
    everyMinutes: 0,
    quiet: null,
    locale: 'en-GB',
    hasOwnLanguage: false,
    createdAt: 0,
    paused: false,
  };
}
