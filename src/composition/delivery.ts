import { RESTJSONErrorCodes } from 'discord.js';
import { Delivery } from '../delivery/delivery.ts';
import type { Market } from '../market/market.ts';
import { BANS_HEARD } from '../pipeline/ban-register.ts';
import type { Messenger } from '../ports/delivery.ts';
import type { Checkpoints, History } from '../ports/journal.ts';
import type { Pause } from '../ports/outbox.ts';
import type { Canvases, DrawCanvas, Pictures } from '../ports/pictures.ts';
import type { LowestPrices, Worths } from '../ports/prices.ts';
import type { Counts } from '../ports/status.ts';
import type { Feed } from '../routing/feed.ts';
import type { FeedPlace, Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import { pauseRefused } from '../subscriptions/pause-refused.ts';
import { removeDelivered } from '../subscriptions/watch-ends.ts';
import type { CrierParts, StorePorts } from './parts.ts';

/** The sources that delivery reads when a notice is due. */
export interface DeliverySources {
  readonly messenger: Messenger;
  readonly pictures: Pictures;
  readonly announcedMarket: () => Market | null;
  readonly worths: Worths;
  readonly lowestPrices: LowestPrices;
  readonly counts: Counts;
  /** See `pauseRefused`. */
  readonly placeOf: (feed: Feed) => FeedPlace | null;
  readonly onUnauthorized: () => void;
}

export function composeDelivery(parts: CrierParts, ports: StorePorts, sources: DeliverySources): Delivery {
  const { journal, leases, rateLimiter, subscriptions, settings, paused, transactions, retriedRefusals } = ports;
  const { messenger, pictures, announcedMarket, worths, lowestPrices, counts, placeOf, onUnauthorized } = sources;
  const delivery: Delivery = new Delivery({
    ...{ journal, leases, rateLimiter },
    ...{ messenger, counts, retriedRefusals },
    subscriptions,
    shops: announcedMarket,
    findPaintings: (canvases) => pictures.find(canvases),
    worthOf: async (identity) => (await worths.of(identity)).worth,
    lowestInDays: (shop) => lowestPrices.daysOf(shop),
    isPaused: async (target) => (await paused.codeOf(target)) !== null,
    clock: parts.clock,
    random: parts.random,
    log: parts.log,
    pauseRefused: async (pause, subscribed) => {
      const known = await withServerGone(pause, subscribed, messenger);
      const wake = (targets: readonly Target[]) => delivery.wake(targets);
      await pauseRefused(known, subscribed, { paused, journal, transactions, placeOf, wake });
    },
    onOnceDelivered: (watch) => removeDelivered(watch, { subscriptions, settings, transactions }),
    onUnauthorized,
  });
  return delivery;
}

/**
 * Completes a pause whose cause is missing access: Discord sends the same code whether the bot may not see the channel
 * or was removed from its server, and the maker of a feed needs to know which.
 */
async function withServerGone(
  pause: Pause,
  subscribed: readonly (Feed | Watch)[],
  messenger: Pick<Messenger, 'isInServer'>,
): Promise<Pause> {
  const feed = subscribed.find((one) => one.type === 'feed');
  if (pause.code !== RESTJSONErrorCodes.MissingAccess || feed?.type !== 'feed') return pause;
  return (await messenger.isInServer(feed.guildId)) ? pause : { ...pause, code: RESTJSONErrorCodes.UnknownGuild };
}

interface PicturesParts {
  readonly canvases: Pick<Canvases, 'titles'>;
  readonly drawCanvas: DrawCanvas;
  readonly journal: Pick<History, 'bans'> & Pick<Checkpoints, 'checkpoint'>;
}

/**
 * Serves the pictures of paintings for messages that others can read. It reads the bans from the store each time,
 * because any process of a fleet seals and sends, and a ban may come in between. Until the first list of bans is known,
 * every painting counts as banned.
 */
export function composePictures({ canvases, drawCanvas, journal }: PicturesParts): Pictures {
  /** @returns null if no list was ever read */
  async function readBans(): Promise<ReadonlySet<string> | null> {
    if ((await journal.checkpoint(BANS_HEARD)) === null) return null;
    return new Set((await journal.bans()).map(({ id }) => id.toLowerCase()));
  }
  return {
    async find(ids) {
      const [titles, bans] = await Promise.all([canvases.titles(ids), readBans()]);
      if (bans === null) return [];
      return titles.map(({ id, title, author, width, height }) => {
        return { id, title, author, width, height, isBanned: bans.has(id.toLowerCase()) };
      });
    },
    async draw(id) {
      const bans = await readBans();
      if (bans === null || bans.has(id.toLowerCase())) return null;
      return (await drawCanvas(id))?.attachment ?? null;
    },
  };
}
