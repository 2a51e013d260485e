import { type Client, Events, type Guild, MessageFlags, Routes } from 'discord.js';
import type { Languages } from '../../language/languages.ts';
import { outcomeOf } from '../outcome.ts';
import { renderGreeting } from '../render/answer/greeting.ts';
import { Greeter, type GreeterParts, type GreetingOutcome, type NewServer } from './greeter.ts';
import { greetingChannels } from './greeting-channels.ts';

/**
 * From now on greets every server that Crier joins, and those that it joined while it was away, of which discord.js says
 * nothing: they are only there at the login.
 */
export function greetServers(
  client: Client<true>,
  languages: Languages,
  parts: Omit<GreeterParts, 'post'>,
): Pick<Greeter, 'settled'> {
  async function post(channelId: string, locale: string, nonce: string): Promise<GreetingOutcome> {
    const greeting = renderGreeting(languages.of(locale));
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
      return { kind: 'posted' };
    } catch (error) {
      return outcomeOf(error);
    }
  }
  const greeter = new Greeter({ ...parts, post });
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
    // Looked for where it is greeted alone: of a thousand servers at a login it would hold up everything for half a second.
    get channelIds() {
      return guild.available ? greetingChannels(guild) : [];
    },
  };
}
