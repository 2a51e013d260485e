import {
  ChannelType,
  type Client,
  DiscordAPIError,
  RESTJSONErrorCodes as ErrorCode,
  Events,
  type Guild,
  type GuildBasedChannel,
  MessageFlags,
  PermissionFlagsBits,
  Routes,
} from 'discord.js';
import type { Languages } from '../../language/languages.ts';
import type { Log } from '../../ports/log.ts';
import type { Pause } from '../../ports/outbox.ts';
import { type Target, targetKey, targetOf } from '../../routing/notice.ts';
import type { CommandContext } from '../command/command.ts';
import { channelNow } from '../command/permissions.ts';
import { type ChannelStanding, canPost } from '../render/answer/feed-standing.ts';
import { type ReturnedFeed, renderGreeting } from '../render/answer/greeting.ts';
import { outcomeOf } from '../rest/faults.ts';
import { Greeter, type GreeterParts, type NewServer, type Returned } from './greeter.ts';

/**
 * Greets servers that Crier joins from now on, and those it joined while offline, for which discord.js emits no event.
 * In a server that Crier joins again, the feeds resume first.
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
      // A push notification of Components V2 is empty, and a greeting is no reason to notify a whole server.
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
    // Discord sends no data for a server in an outage.
    joinedAt: guild.available ? guild.joinedTimestamp : null,
    locale: guild.preferredLocale,
    // A getter, so that only greeted servers pay for it: a thousand servers at a login would block the event loop for
    // half a second.
    get channelIds() {
      return guild.available ? greetingChannels(guild) : [];
    },
  };
}

const GREETING_PERMISSIONS = [PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SendMessages];

/** Returns channels for a greeting, best first: the system channel, then the text channels in the order of the list. */
export function greetingChannels(guild: Guild): readonly string[] {
  const { me } = guild.members;
  if (me === null) return [];
  const mayWrite = (channel: GuildBasedChannel) => channel.permissionsFor(me).has(GREETING_PERMISSIONS);
  const texts = [...guild.channels.cache.values()]
    .filter((channel) => channel.type === ChannelType.GuildText)
    .toSorted((a, b) => a.rawPosition - b.rawPosition);
  const system = guild.systemChannel === null ? [] : [guild.systemChannel];
  return [...new Set([...system, ...texts].filter(mayWrite).map(({ id }) => id))];
}

/**
 * Refusals that the bot's removal from a server causes, unlike those of archived or locked threads.
 */
const LOST_ACCESS_CODES: readonly number[] = [
  ErrorCode.UnknownChannel,
  ErrorCode.UnknownGuild,
  ErrorCode.MissingAccess,
  ErrorCode.MissingPermissions,
];
/** Error codes of a member look-up if the user is not a member, or if the bot was removed from the server again. */
const NO_MEMBER_CODES: readonly (number | string)[] = [
  ErrorCode.UnknownMember,
  ErrorCode.UnknownUser,
  ErrorCode.UnknownGuild,
  ErrorCode.MissingAccess,
];
/** Limits the users that Crier looks up after it joins a server again, latest pauses first. Each costs one request. */
const MOST_MEMBER_LOOKUPS = 200;

export type ReturnParts = Pick<
  CommandContext,
  'subscriptions' | 'journal' | 'resume' | 'retriedRefusalOf' | 'wake' | 'log'
>;

/**
 * Ends the pauses that the bot's removal from a server caused: those of channels where Crier can post again, and those
 * of members who shared no other server with the bot. Idempotent.
 *
 * @param only the targets to check, or null for all
 * @returns the server's feeds with the resulting state of their channels, and the paused targets whose state Discord
 *   did not tell
 * @throws the store's errors
 */
export async function resumeAfterReturn(
  guild: Guild,
  parts: ReturnParts,
  only: readonly Target[] | null = null,
): Promise<Returned> {
  const keys = only === null ? null : new Set(only.map(targetKey));
  const isAsked = (target: Target) => keys?.has(targetKey(target)) ?? true;
  const pauses = (await parts.journal.pauses()).filter(({ target }) => isAsked(target));
  const feeds = (await parts.subscriptions.feedsOf(guild.id)).filter((feed) => isAsked(targetOf(feed)));
  // Only the first check of a target warns; the repeated ones log at debug level.
  const log = only === null ? parts.log : { ...parts.log, warn: parts.log.debug };
  const channels = new Map<string, Omit<ReturnedFeed, 'feed'>>();
  const unclear: Target[] = [];
  for (const feed of feeds) {
    if (channels.has(feed.channelId)) continue;
    const target = targetOf(feed);
    const standing = await resumeChannel(guild, target, pauses, { ...parts, log });
    if (lostAccess(standing.stopped) && standing.now.kind === 'unanswered') unclear.push(target);
    channels.set(feed.channelId, { standing, isPrivate: isPrivate(guild, feed.channelId, standing) });
  }
  unclear.push(...(await resumeMembers(guild, pauses, { ...parts, log })));
  const returned = feeds.flatMap((feed) => {
    const channel = channels.get(feed.channelId);
    return channel === undefined ? [] : [{ feed, ...channel }];
  });
  return { feeds: returned, unclear };
}

function lostAccess(pause: Pick<Pause, 'code'> | null): boolean {
  return pause !== null && LOST_ACCESS_CODES.includes(pause.code);
}

async function resumeChannel(
  guild: Guild,
  target: Target,
  pauses: readonly Pause[],
  { resume, retriedRefusalOf, wake, log }: ReturnParts,
): Promise<ChannelStanding> {
  const now = await channelNow(guild, target.id, null, log);
  const retried = await retriedRefusalOf(target);
  const pause = pauses.find((one) => targetKey(one.target) === targetKey(target)) ?? null;
  if (pause === null || !lostAccess(pause) || now.kind === 'unanswered' || !canPost(now))
    return { now, stopped: pause, retried };
  await resume(target);
  wake([target]);
  log.info({ target, code: pause.code }, 'Feeds of a channel resumed: the bot joined the server again');
  return { now, stopped: null, retried };
}

/**
 * Looks up each user with such a pause, because the gateway sends no members without a privileged intent.
 *
 * @returns the users for whom Discord did not say whether they are members
 */
async function resumeMembers(
  guild: Guild,
  pauses: readonly Pause[],
  { resume, wake, log }: ReturnParts,
): Promise<readonly Target[]> {
  const users = pauses
    .filter(({ code }) => code === ErrorCode.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds)
    .flatMap(({ target }) => (target.kind === 'user' ? [target] : []));
  const unclear: Target[] = [];
  for (const target of users.toReversed().slice(0, MOST_MEMBER_LOOKUPS)) {
    const is = await isMember(guild, target.id, log);
    if (is === null) unclear.push(target);
    if (!is) continue;
    await resume(target);
    wake([target]);
    log.info({ target }, 'Watches of a user resumed: the bot joined one of their servers again');
  }
  return unclear;
}

/** @returns whether a user is in a server, or null if Discord did not say */
async function isMember(guild: Guild, userId: string, log: Pick<Log, 'warn'>): Promise<boolean | null> {
  try {
    await guild.client.rest.get(Routes.guildMember(guild.id, userId));
    return true;
  } catch (error) {
    if (error instanceof DiscordAPIError && NO_MEMBER_CODES.includes(error.code)) return false;
    log.warn({ err: error, guild: guild.id, user: userId }, 'Could not look up a member, retrying');
    return null;
  }
}

/** @returns whether some members cannot see the channel, so that a public greeting must not name its feeds */
function isPrivate(guild: Guild, channelId: string, { now }: ChannelStanding): boolean {
  const channel = guild.channels.cache.get(channelId);
  if (channel === undefined) return now.kind !== 'gone';
  if (channel.type === ChannelType.PrivateThread) return true;
  return !(channel.permissionsFor(guild.roles.everyone)?.has(PermissionFlagsBits.ViewChannel) ?? false);
}
