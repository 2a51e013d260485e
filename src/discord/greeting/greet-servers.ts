import {
  ChannelType,
  type Client,
  Events,
  type Guild,
  type GuildBasedChannel,
  MessageFlags,
  PermissionFlagsBits,
  Routes,
} from 'discord.js';
import type { Languages } from '../../language/languages.ts';
import type { Target } from '../../routing/notice.ts';
import { type ReturnedFeed, renderGreeting } from '../render/answer/greeting.ts';
import { outcomeOf } from '../rest/outcome.ts';
import { Greeter, type GreeterParts, type NewServer } from './greeter.ts';
import { type ReturnParts, resumeAfterReturn } from './resume-after-return.ts';

/**
 * Greets every server that Crier joins from now on, and those that it joined while it was away: discord.js emits
 * nothing for them, they are just there at the login. In a server that Crier joins again the feeds go on first.
 */
export function greetServers(
  client: Client<true>,
  context: ReturnParts & { readonly languages: Languages },
  parts: Omit<GreeterParts, 'post' | 'resumeFeeds'>,
): Pick<Greeter, 'settled'> {
  async function post(channelId: string, locale: string, nonce: string, feeds: readonly ReturnedFeed[]) {
    const greeting = renderGreeting(context.languages.of(locale), feeds);
    const body = {
      ...greeting,
      // A push of Components V2 would be empty, and a greeting is no reason to wake a whole server.
      flags: greeting.flags | MessageFlags.SuppressNotifications,
      allowed_mentions: { parse: [] },
      nonce,
      enforce_nonce: true,
    };
    try {
      await client.rest.post(Routes.channelMessages(channelId), { body });
      return { kind: 'posted' } as const;
    } catch (error) {
      return outcomeOf(error);
    }
  }
  async function resumeFeeds(serverId: string, only: readonly Target[] | null) {
    const guild = client.guilds.cache.get(serverId);
    return guild === undefined ? { feeds: [], unclear: [] } : await resumeAfterReturn(guild, context, only);
  }
  const greeter = new Greeter({ ...parts, post, resumeFeeds });
  const meet = (guild: Guild) => void greeter.meet(serverOf(guild));
  client.on(Events.GuildCreate, meet);
  client.on(Events.GuildAvailable, meet);
  const present = [...client.guilds.cache.values()];
  void greeter.begin(present.map(serverOf));
  for (const guild of present) meet(guild);
  return greeter;
}

function serverOf(guild: Guild): NewServer {
  return {
    id: guild.id,
    // Discord shows nothing of a server in an outage.
    joinedAt: guild.available ? guild.joinedTimestamp : null,
    locale: guild.preferredLocale,
    // Looked for where it is greeted alone: of a thousand servers at a login it would hold up everything for half a
    // second.
    get channelIds() {
      return guild.available ? greetingChannels(guild) : [];
    },
  };
}

const NEEDED = [PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SendMessages];

/** Where a greeting may go, the best first: the system channel, then the text channels as they stand in the list. */
export function greetingChannels(guild: Guild): readonly string[] {
  const { me } = guild.members;
  if (me === null) return [];
  const mayWrite = (channel: GuildBasedChannel) => channel.permissionsFor(me).has(NEEDED);
  const texts = [...guild.channels.cache.values()]
    .filter((channel) => channel.type === ChannelType.GuildText)
    .toSorted((a, b) => a.rawPosition - b.rawPosition);
  const system = guild.systemChannel === null ? [] : [guild.systemChannel];
  return [...new Set([...system, ...texts].filter(mayWrite).map(({ id }) => id))];
}
