import type { LocalDiscord } from '../../sandbox/discord/discord.ts';
import type { Channel } from '../../sandbox/discord/world/entities.ts';
import { CATALOGUE } from '../../sandbox/economy/catalogue.ts';
import type { Random } from '../../sandbox/economy/random.ts';
import type { MarketEvent } from '../../src/market/change.ts';
import { identify } from '../../src/market/item/identity.ts';
import { itemName } from '../../src/market/item/item-name.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import type { Watch } from '../../src/routing/watch.ts';

/**
 * Each channel has feeds of one item, each person watches of two. `closed` is the number of people who accept no direct
 * messages.
 */
export interface FloodWorld {
  readonly channels: number;
  readonly people: number;
  readonly closed: number;
}

const WATCHES = 2;
const COOLDOWNS = [0, 5];
/** More cards than five messages hold, and fewer than a digest needs. */
const RUSH = { chance: 0.008, events: 58 };
/** The first rush concerns the busiest item and exceeds a channel's capacity, so that it certainly ends in a digest. */
const GREAT_RUSH = 400;

/** Puts the world's subscriptions in memory, with everybody's direct messages open already, as after a subscription. */
export async function settle(plan: FloodWorld, discord: LocalDiscord, random: Random, now: number) {
  const types = CATALOGUE.slice(0, plan.channels).map(({ type }) => type);
  const guild = discord.world.addGuild({ name: 'Town', channels: types.map((type) => ({ name: type })) });
  const channels = [...guild.channels.values()].filter(({ name }) => types.includes(name));
  const subscriptions = new SubscriptionsInMemory();
  const addresses = new Map<string, string>();
  let rush = { type: types[0] ?? '', left: GREAT_RUSH };
  for (const [at, channel] of channels.entries()) {
    const style = at % 2 === 0 ? 'cards' : 'compact';
    subscriptions.putFeed(feedOf(channel, 'auctions', style, now));
    subscriptions.putFeed(feedOf(channel, 'trades', style, now));
  }
  for (let at = 0; at < plan.people; at += 1) {
    const user = discord.world.addUser({ name: `Person ${at}`, takesDms: at >= plan.closed });
    discord.world.addMember(guild, user);
    addresses.set(user.id, discord.world.dmChannel(user).id);
    for (let one = 0; one < WATCHES; one += 1) {
      subscriptions.putWatch(watchOf(`w${at}-${one}`, user.id, random.pick(types), random.pick(COOLDOWNS), now));
    }
  }
  return {
    subscriptions,
    addresses: {
      find: async (userId: string) => addresses.get(userId) ?? null,
      keep: async (userId: string, channelId: string) => void addresses.set(userId, channelId),
      forget: async (userId: string) => void addresses.delete(userId),
    },
    /**
     * The next event: the first items are in great demand, the last hardly at all; sometimes there is a rush for one.
     */
    event(at: number): MarketEvent {
      if (rush.left === 0 && random.chance(RUSH.chance)) rush = { type: random.pick(types), left: RUSH.events };
      if (rush.left === 0) return eventOf(types[favourite(types.length, random)] ?? '', at, random);
      rush = { ...rush, left: rush.left - 1 };
      return eventOf(rush.type, at, random);
    },
  };
}

/** Draws the k-th of a number of items with a probability proportional to 1/k (Zipf's law). */
function favourite(count: number, random: Random): number {
  return Math.floor((count + 1) ** random.unit()) - 1;
}

function eventOf(type: string, at: number, random: Random): MarketEvent {
  const item = { identity: identify(type), quantity: 1, name: itemName(type), contents: [] };
  const paid = random.integer(1, 5_000);
  if (random.chance(0.3)) return { kind: 'auction', at, item, sold: random.integer(1, 64), finalBid: paid };
  const location = { x: random.integer(-5_000, 5_000), y: 64, z: random.integer(-5_000, 5_000), world: 'world' };
  const kind = random.chance(0.7) ? 'purchase' : 'sale';
  return { kind, at, item, moved: random.integer(1, 64), paid, sign: null, location };
}

function feedOf({ id, name, guild }: Channel, kind: Feed['kind'], style: Feed['style'], createdAt: number): Feed {
  return {
    type: 'feed',
    id: `${kind}-${id}`,
    guildId: guild?.id ?? '',
    channelId: id,
    makerId: guild?.owner.id ?? '',
    kind,
    style,
    filter: { item: { type: name }, containers: true },
    minValue: 0,
    everyMinutes: 0,
    quiet: null,
    locale: 'en-GB',
    hasOwnLanguage: false,
    createdAt,
    paused: false,
  };
}

function watchOf(id: string, userId: string, type: string, cooldownMinutes: number, createdAt: number): Watch {
  const item = { type };
  return {
    type: 'watch',
    id,
    userId,
    item,
    trigger: 'traded',
    price: null,
    filter: { item, containers: true },
    repeat: 'recurring',
    cooldownMinutes,
    expiresAt: null,
    snoozedUntil: null,
    locale: 'en-GB',
    createdAt,
    paused: false,
  };
}
