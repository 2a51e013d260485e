import {
  type APIGuild,
  type APIGuildChannel,
  type APIGuildMember,
  type APIOverwrite,
  ChannelType,
  DiscordAPIError,
  RESTJSONErrorCodes as ErrorCode,
  type Guild,
  type GuildChannelType,
  PermissionFlagsBits,
  type PermissionsBitField,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../ports/log.ts';
import type { FeedPermission } from '../../routing/feed.ts';
import type { FeedPlace } from '../../routing/notice.ts';
import { type ChannelNow, type RoleFault, stoppingFeeds } from '../render/answer/feed-standing.ts';

const THREAD_TYPES = [ChannelType.PublicThread, ChannelType.PrivateThread, ChannelType.AnnouncementThread] as const;
/** Types of channels that can have feeds. */
export const FEED_CHANNEL_TYPES = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ...THREAD_TYPES] as const;

export function isThread(type: ChannelType | undefined): boolean {
  return THREAD_TYPES.some((one) => one === type);
}

/** Returns the permissions that a feed needs in a channel. Without Attach Files its posts have no pictures. */
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
 * Looks up the current state of a channel. Crier asks Discord where the gateway sends nothing: archived threads,
 * private threads without Crier, deleted channels. Never rejects.
 *
 * @param mine Crier's permissions there as an interaction resolved them, or null to compute them from the cache
 */
export async function channelNow(
  guild: Guild,
  channelId: string,
  mine: Readonly<PermissionsBitField> | null,
  log: Pick<Log, 'warn'>,
): Promise<ChannelNow> {
  try {
    const cached = guild.channels.cache.get(channelId);
    // discord.js also caches a private thread that a user only chose in an option.
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
    log.warn({ err: error, guild: guild.id, channel: channelId }, 'Could not look up a channel of feeds');
    return { kind: 'unanswered' };
  }
}

/**
 * Checks with the cached roles and overwrites whether Crier's posts in a channel can mention a role. Discord notifies a
 * role if everybody may mention it, or if the author has Mention Everyone in the channel.
 *
 * @returns the reason, or null if they can
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

/** Describes a channel of feeds from the cached server, roles and overwrites. */
export function feedPlaceIn(guild: Guild, channelId: string): FeedPlace {
  const channel = guild.channels.cache.get(channelId);
  if (channel === undefined) return { server: guild.name, lacking: [] };
  const held = guild.members.me && channel.permissionsFor(guild.members.me);
  const lacking = held === null ? [] : stoppingFeeds(lackingOf(held, channel.type));
  return { server: guild.name, channel: channel.name, lacking };
}

/** Returns the permissions for feeds that are missing in `held`, for a channel of this type. */
export function lackingOf(
  held: Readonly<PermissionsBitField>,
  type: ChannelType | undefined,
): readonly FeedPermission[] {
  return permissionsNeededIn(type).flatMap(([name, flag]) => (held.has(flag) ? [] : [name]));
}

/**
 * Computes a member's permissions in a channel by Discord's rule of permission overwrites: first all roles, then the
 * overwrites for everyone, for roles, and for the member.
 *
 * @param channel the channel, or a thread's parent
 */
export function permissionsIn(
  { permission_overwrites: overwrites = [] }: APIGuildChannel<GuildChannelType>,
  guild: Pick<APIGuild, 'id' | 'roles'>,
  member: Pick<APIGuildMember, 'roles' | 'user'>,
): bigint {
  const roleIds = new Set([guild.id, ...member.roles]);
  const base = guild.roles
    .filter(({ id }) => roleIds.has(id))
    .reduce((bits, role) => bits | BigInt(role.permissions), 0n);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return ~0n;
  const everyone = overwrites.filter(({ id }) => id === guild.id);
  const roles = overwrites.filter(({ id }) => id !== guild.id && roleIds.has(id));
  const own = overwrites.filter(({ id }) => id === member.user.id);
  return [everyone, roles, own].reduce(applyOverwrites, base);
}

function applyOverwrites(bits: bigint, overwrites: readonly APIOverwrite[]): bigint {
  const all = (side: 'allow' | 'deny') => overwrites.reduce((sum, one) => sum | BigInt(one[side]), 0n);
  return (bits & ~all('deny')) | all('allow');
}

/** Limits the interactions whose permissions are kept. Fewer than these are unanswered at any time. */
const MOST_INTERACTIONS = 500;

interface ResolvedChannel {
  readonly permissions?: string;
  readonly app_permissions?: string;
}

interface Permissions {
  readonly member: bigint | null;
  readonly app: bigint | null;
}

interface Packet {
  readonly t?: string | null;
  readonly d?: {
    readonly id?: string;
    readonly data?: {
      readonly resolved?: { readonly channels?: Readonly<Record<string, ResolvedChannel>> };
    };
  };
}

/**
 * Keeps the permissions of the user and of the application in a channel option, as Discord resolved them. discord.js
 * drops them for cached channels, and its own results can be stale. A 0 is ignored, because a member without any
 * permission cannot choose the channel.
 */
export class ResolvedPermissions {
  readonly #byInteraction = new LRUCache<string, ReadonlyMap<string, Permissions>>({ max: MOST_INTERACTIONS });

  /** Reads a gateway packet before discord.js handles it. */
  note(packet: unknown): void {
    const { t, d } = packet as Packet;
    const channels = t === 'INTERACTION_CREATE' ? d?.data?.resolved?.channels : undefined;
    if (!channels || !d?.id) return;
    const known = Object.entries(channels).map(
      ([id, { permissions, app_permissions: app }]) => [id, { member: bitsOf(permissions), app: bitsOf(app) }] as const,
    );
    this.#byInteraction.set(d.id, new Map(known));
  }

  /** @returns the member's permissions, or null if no option of the interaction names the channel */
  of(interactionId: string, channelId: string): bigint | null {
    return this.#byInteraction.get(interactionId)?.get(channelId)?.member ?? null;
  }

  /** @returns the application's permissions, or null if no option of the interaction names the channel */
  ofApp(interactionId: string, channelId: string): bigint | null {
    return this.#byInteraction.get(interactionId)?.get(channelId)?.app ?? null;
  }
}

function bitsOf(permissions: string | undefined): bigint | null {
  return permissions !== undefined && /^[1-9]\d{0,19}$/.test(permissions) ? BigInt(permissions) : null;
}
