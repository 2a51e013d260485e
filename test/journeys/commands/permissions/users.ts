import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Channel, User } from '../../../../sandbox/discord/world/entities.ts';
import { testSize } from '../../../property-runs.ts';
import { openWorld } from '../../world/world.ts';

/**
 * The users who attempt a change. `moderator denied there` manages other channels of the server, and tries from one of
 * them.
 */
const EVERYBODY = [
  'owner',
  'member',
  'moderator here',
  'moderator denied there',
  'moderator elsewhere',
  'not in the server',
] as const;
export type Who = (typeof EVERYBODY)[number];

/** The subscription that others attempt to change: a user's watches and quiet hours, or a server's feeds. */
export type Stake = 'watch' | 'feed';

/** Moderators without more rights to a watch than other users. */
const LIKE_ANYBODY: readonly Who[] = ['moderator denied there', 'moderator elsewhere'];

/** Returns the users who attempt to change a feed or watch; all of them in `npm run test:long`. */
export function peopleFor(stake: Stake): readonly Who[] {
  const isWhole = stake === 'feed' || testSize({ short: 0, long: 1 }) === 1;
  return isWhole ? EVERYBODY : EVERYBODY.filter((who) => !LIKE_ANYBODY.includes(who));
}

const TABLES = ['feeds', 'watches', 'people'] as const;

/** The saved settings: every feed, watch and user, by kind and id. */
export type Settings = ReadonlyMap<string, string>;

/** Opens a world with all these users, each in their own place, and the real bot. */
export async function openUsersWorld() {
  const world = await openWorld({ shops: 60, discord: { messagesPer5s: 10_000 } });
  const { world: discord } = world.discord;
  const owner = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
  world.economy.list({ type: 'SELLING', owner, price: 1, remaining: 64, item: { type: 'SLIME_BLOCK' } });
  const elsewhere = discord.addGuild({ name: 'Elsewhere', channels: [{ name: 'theirs' }] });
  const [theirs] = [...elsewhere.channels.values()].filter(({ name }) => name === 'theirs');
  if (!theirs) throw new Error('no channel');
  const other = (name: string) => discord.addUser({ name, installed: true });
  const people: Readonly<Record<Who, User>> = {
    owner: world.player,
    member: other('Member'),
    'moderator here': world.mod,
    'moderator denied there': other('Moderator denied there'),
    'moderator elsewhere': other('Moderator elsewhere'),
    'not in the server': other('Stranger'),
  };
  const market = world.channel('market');
  discord.addMember(world.guild, people.member);
  discord.addMember(world.guild, people['moderator denied there'], ['ManageChannels']);
  discord.overwrite(market, people['moderator denied there'], 'deny', ['ManageChannels']);
  discord.addMember(elsewhere, people['moderator elsewhere'], ['ManageChannels', 'Administrator']);
  const places: Readonly<Record<Who, Channel>> = {
    owner: market,
    member: market,
    'moderator here': market,
    'moderator denied there': world.channel('staff'),
    'moderator elsewhere': theirs,
    'not in the server': discord.dmChannel(people['not in the server']),
  };
  const roles = {
    mentionable: discord.addRole(world.guild, { name: 'Traders', mentionable: true }),
    other: discord.addRole(world.guild, { name: 'Members' }),
  };
  await world.startBot({ WATCHES_PER_USER: '1000', FEEDS_PER_GUILD: '1000' });
  const db = new DatabaseSync(join(world.folder, 'crier.sqlite'), { readOnly: true });
  const reads = TABLES.map((table) => ({ table, read: db.prepare(`SELECT id, record FROM ${table}`) }));
  return {
    world,
    market,
    people,
    places,
    roles,
    as: (who: Who) => world.discord.as(people[who]).in(places[who]),
    settings(): Settings {
      const rows = reads.flatMap(({ table, read }) =>
        read.all().map(({ id, record }) => [`${table}:${id}`, String(record)] as const),
      );
      return new Map(rows);
    },
    async close(): Promise<void> {
      db.close();
      await world.close();
    },
    /** Returns whether the setting is the user's own watch, or kept about them. */
    isOf: (who: Who, key: string, settings: Settings) =>
      !key.startsWith('feeds:') && `${key} ${settings.get(key)}`.includes(people[who].id),
    /** Returns the settings of the owner, or of the server. */
    atStake(stake: Stake, settings: Settings): Settings {
      const id = stake === 'watch' ? people.owner.id : world.guild.id;
      return new Map([...settings].filter(([key, value]) => key.endsWith(id) || value.includes(`"${id}"`)));
    },
  };
}

export type UsersWorld = Awaited<ReturnType<typeof openUsersWorld>>;
