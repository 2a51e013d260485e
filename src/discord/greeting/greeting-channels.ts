import { ChannelType, type Guild, type GuildBasedChannel, PermissionFlagsBits } from 'discord.js';

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
