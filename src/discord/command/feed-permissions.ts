import {
  ChannelType,
  DiscordAPIError,
  RESTJSONErrorCodes as ErrorCode,
  type Guild,
  PermissionFlagsBits,
  type PermissionsBitField,
} from 'discord.js';
import type { Log } from '../../ports/log.ts';
import type { FeedPermission } from '../../routing/feed.ts';
import type { FeedPlace } from '../../routing/notice.ts';
import { type ChannelNow, type RoleFault, stoppingFeeds } from '../render/answer/feed-standing.ts';

const THREADS = [ChannelType.PublicThread, ChannelType.PrivateThread, ChannelType.AnnouncementThread] as const;
/** Types of channels that take feeds. */
export const FEED_CHANNELS = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ...THREADS] as const;

export function isThread(type: ChannelType | undefined): boolean {
  return THREADS.some((one) => one === type);
}

/** The permissions that a feed needs in a channel of this type. Without Attach Files it is posted without pictures. */
export function permissionsNeededIn(type: ChannelType | undefined): readonly (readonly [FeedPermission, bigint])[] {
  return [
    ['view', PermissionFlagsBits.ViewChannel],
    isThread(type)
      ? ['send-in-threads', PermissionFlagsBits.SendMessagesInThreads]
      : ['send', PermissionFlagsBits.SendMessages],
    ['embed', PermissionFlagsBits.EmbedLinks],
    ['attach-files', PermissionFlagsBits.AttachFiles],
  ];
}

/**
 * Looks at a channel of a server as it is at this moment. Discord is asked where the gateway did not say it: archived threads,
 * private threads without Crier and deleted channels. Never rejects.
 * @param mine Crier's permissions there as an interaction resolved them; null: by the roles and overwrites that are cached
 */
export async function channelNow(
  guild: Guild,
  channelId: string,
  mine: Readonly<PermissionsBitField> | null,
  log: Pick<Log, 'warn'>,
): Promise<ChannelNow> {
  try {
    const cached = guild.channels.cache.get(channelId);
    // discord.js also caches a private thread that was merely chosen in an option.
    const force = cached?.type === ChannelType.PrivateThread;
    const channel = await guild.channels.fetch(channelId, { force });
    if (channel === null) return { kind: 'gone' };
    const held = mine ?? (guild.members.me && channel.permissionsFor(guild.members.me));
    if (held === null) return { kind: 'unanswered' };
    if (channel.isThread() && channel.locked && !held.has(PermissionFlagsBits.ManageThreads)) return { kind: 'locked' };
    return { kind: 'seen', lacking: lackingOf(held, channel.type) };
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === ErrorCode.UnknownChannel) return { kind: 'gone' };
    if (error instanceof DiscordAPIError && error.code === ErrorCode.MissingAccess) return { kind: 'hidden' };
    log.warn({ err: error, guild: guild.id, channel: channelId }, 'Could not look at a channel of feeds');
    return { kind: 'unanswered' };
  }
}

/**
 * Why Crier's posts in a channel cannot mention a role, by the roles and overwrites that are cached. Discord notifies a
 * role if everybody may mention it, or if the author has Mention Everyone in the channel.
 *
 * @returns null if they can
 */
export function roleFaultIn(guild: Guild, channelId: string, roleId: string): RoleFault | null {
  const role = guild.roles.cache.get(roleId);
  if (role === undefined) return 'gone';
  if (role.mentionable) return null;
  const me = guild.members.me;
  const channel = guild.channels.cache.get(channelId);
  const mine = me && channel ? channel.permissionsFor(me) : null;
  return mine?.has(PermissionFlagsBits.MentionEveryone) === true ? null : 'not-mentionable';
}

/** A channel of feeds by the server, roles and overwrites that are cached. */
export function feedPlaceIn(guild: Guild, channelId: string): FeedPlace {
  const channel = guild.channels.cache.get(channelId);
  if (channel === undefined) return { server: guild.name, lacking: [] };
  const held = guild.members.me && channel.permissionsFor(guild.members.me);
  const lacking = held === null ? [] : stoppingFeeds(lackingOf(held, channel.type));
  return { server: guild.name, channel: channel.name, lacking };
}

/** The permissions for feeds that are missing among these, in a channel of this type. */
export function lackingOf(
  held: Readonly<PermissionsBitField>,
  type: ChannelType | undefined,
): readonly FeedPermission[] {
  return permissionsNeededIn(type).flatMap(([name, flag]) => (held.has(flag) ? [] : [name]));
}
