import { startDiscord } from '../../sandbox/discord/discord.ts';
import type { DiscordOptions } from '../../sandbox/discord/options.ts';
import type { OptionValues } from '../../sandbox/discord/people/command-call.ts';
import type { Channel, User } from '../../sandbox/discord/world/entities.ts';
import { CATALOGUE } from '../../sandbox/economy/catalogue.ts';
import { createEconomy } from '../../sandbox/economy/create-economy.ts';
import { startService } from '../../sandbox/service/start-service.ts';
import type { AskStore } from './ledger.ts';
import { placeOf } from './serials.ts';

const SHOPS = 2_000;
const CHANNELS = 20;
const PEOPLE = 10;
/** Everybody watches this item, at any price. */
const BARGAIN = 'SPONGE';

const types = CATALOGUE.filter(({ kind, type }) => kind === 'plain' && type !== BARGAIN)
  .slice(0, CHANNELS)
  .map(({ type }) => type);

/**
 * A world to inject faults into a bot: every item has a channel with feeds of its auctions and trades, and a person
 * with watches of the same. All people also watch new offers of one more item. They subscribed with slash commands.
 * @param ask queries the bot's store
 * @param options options of Discord, whose clock the service shares
 */
export async function openSoakWorld(seed: number, ask: AskStore, options: DiscordOptions) {
  const { now = Date.now } = options;
  const economy = createEconomy({ seed, shops: SHOPS, now });
  const tills = types.map((type) => economy.list({ type: 'SELLING', price: 1, remaining: 1e9, item: { type } }));
  const service = await startService({ economy, now, keptRequests: 1_000 });
  const discord = await startDiscord(options);
  const { world } = discord;
  const guild = world.addGuild({ name: 'Town', channels: types.map((type) => ({ name: type.toLowerCase() })) });
  const channels = [...guild.channels.values()].filter(({ name }) => types.includes(name.toUpperCase()));
  const people = Array.from({ length: PEOPLE }, (_, at) => world.addUser({ name: `Person ${at}` }));
  for (const person of people) world.addMember(guild, person, ['ManageChannels']);
  const eventTimes: number[] = [];
  const listedAt: number[] = [];

  async function type(who: User, where: Channel, line: string, values: OptionValues): Promise<void> {
    await discord.as(who).in(where).run(line, values).reply();
  }

  return {
    service,
    discord,
    ask,
    /** The time of each event, epoch ms. */
    eventTimes: eventTimes as readonly number[],
    /** When each bargain was listed, epoch ms; none is ever removed. */
    listedAt: listedAt as readonly number[],
    people,
    channels,
    /** The channels of an event: its item's channel, and one person's direct messages. */
    channelsOf(event: number): readonly Channel[] {
      const at = event % types.length;
      const [channel, person] = [channels[at], people[at % PEOPLE]];
      if (!channel || !person) throw new RangeError('no channel');
      return [channel, world.dmChannel(person)];
    },
    /** All channels, by the journal's name of the target. */
    destinations: (): ReadonlyMap<string, Channel> =>
      new Map([
        ...channels.map((channel) => [`channel:${channel.id}`, channel] as const),
        ...people.map((person) => [`user:${person.id}`, world.dmChannel(person)] as const),
      ]),
    async subscribe(): Promise<void> {
      for (const [at, channel] of channels.entries()) {
        const [item, person] = [types[at], people[at % PEOPLE]];
        if (!item || !person) throw new RangeError('a channel without an item');
        const feed = { item, style: at % 2 === 0 ? 'cards' : 'compact' };
        await type(person, channel, '/feed add', { ...feed, kind: 'auctions' });
        await type(person, channel, '/feed add', { ...feed, kind: 'trades' });
        await type(person, channel, '/watch add', { item, trigger: 'auctioned', cooldown: 0 });
        await type(person, channel, '/watch add', { item, trigger: 'traded', cooldown: 0 });
      }
      for (const person of people) {
        const [channel] = channels;
        if (!channel) throw new RangeError('no channel');
        await type(person, channel, '/watch add', { item: BARGAIN, trigger: 'at-or-below', price: 1e6, cooldown: 0 });
      }
    },
    /** Sends an auction or a purchase, in turn, at this price. */
    trade(event: number, price: number): void {
      const at = event % types.length;
      const [item, till] = [types[at], tills[at]];
      if (item === undefined || till === undefined) throw new RangeError('no item');
      eventTimes.push(now());
      if (Math.floor(event / types.length) % 2 === 0) {
        economy.auction({ item: { type: item }, amount: 1, finalBid: price });
      } else {
        economy.setPrice(till.id, price);
        economy.buy(till.id);
      }
    },
    /** Adds a new shop of the item that everybody watches, at a place of its own. */
    listBargain(): void {
      const location = { x: placeOf(listedAt.length), y: 64, z: 0, world: 'world' };
      economy.list({ type: 'SELLING', price: 5, remaining: 64, location, item: { type: BARGAIN } });
      listedAt.push(now());
    },
    /** The environment variables for `npm start`, without the store. */
    environment: () => ({
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.url,
      SERVICE_URL: service.url,
      SHOPS_REFRESH_SECONDS: '60',
      LOG_LEVEL: 'warn',
    }),
    async close(): Promise<void> {
      await Promise.all([service.close(), discord.close()]);
    },
  };
}

export type SoakWorld = Awaited<ReturnType<typeof openSoakWorld>>;
