import type { MarketEvent } from '../market/change.ts';
import type { Owner, Shop } from '../market/shops/shop.ts';
import { FEED_KINDS, type Feed, type FeedKind } from '../routing/feed.ts';
import { SubscriptionsInMemory } from '../routing/subscriptions-in-memory.ts';
import { WATCH_TRIGGERS, type Watch, type WatchTrigger } from '../routing/watch.ts';

/** Limit the types and owners that are watched, the first ones of the recording. */
const MOST_WATCHED_TYPES = 200;
const MOST_WATCHED_OWNERS = 50;

/**
 * Feeds and watches without owners, as load for routing: one feed of each kind, and all watches on the first types and
 * owners.
 */
export class ReplaySubscriptions {
  readonly subscriptions = new SubscriptionsInMemory();
  readonly #types = new Set<string>();
  readonly #owners = new Set<string>();

  constructor() {
    for (const kind of FEED_KINDS) this.subscriptions.putFeed(createFeed(kind));
  }

  /** Returns the kind of a notice, such as `feed listings` or `watch traded`. */
  nameOf(id: string): string {
    return id.split(':')[0] ?? id;
  }

  meetEvent({ kind, item, ...event }: MarketEvent): void {
    const sum = 'finalBid' in event ? event.finalBid : event.paid;
    const count = 'sold' in event ? event.sold : event.moved;
    if (kind !== 'sale') this.#watchType(item.identity.type, sum / count);
  }

  meetShop({ item, owner, price }: Shop): void {
    this.#watchType(item.identity.type, price / item.quantity);
    this.#watchOwner(owner);
  }

  #watchType(type: string, price: number): void {
    if (this.#types.size >= MOST_WATCHED_TYPES || this.#types.has(type)) return;
    this.#types.add(type);
    for (const trigger of WATCH_TRIGGERS) this.subscriptions.putWatch(createWatch(trigger, type, price));
  }

  #watchOwner({ uuid }: Owner): void {
    if (this.#owners.size >= MOST_WATCHED_OWNERS || this.#owners.has(uuid)) return;
    this.#owners.add(uuid);
    const watch = createWatch('my-shop', uuid, 0);
    this.subscriptions.putWatch({ ...watch, item: null, price: null, filter: { owner: uuid, containers: true } });
  }
}

function createFeed(kind: FeedKind): Feed {
  return {
    type: 'feed',
    id: `feed ${kind}`,
    guildId: '1',
    channelId: kind,
    makerId: '1',
    kind,
    style: 'cards',
    filter: { containers: true },
    minValue: 0,
    everyMinutes: 0,
    quiet: null,
    locale: 'en',
    hasOwnLanguage: false,
    createdAt: 0,
    paused: false,
  };
}

function createWatch(trigger: WatchTrigger, type: string, price: number): Watch {
  const isPriced = trigger === 'at-or-below' || trigger === 'at-or-above';
  return {
    type: 'watch',
    id: `watch ${trigger}:${type}`,
    userId: `${trigger} ${type}`,
    item: { type },
    trigger,
    price: isPriced ? price : null,
    filter: { item: { type }, containers: true },
    repeat: 'recurring',
    cooldownMinutes: 60,
    expiresAt: null,
    snoozedUntil: null,
    locale: 'en',
    createdAt: 0,
    paused: false,
  };
}
