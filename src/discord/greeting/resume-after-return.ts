import {
  ChannelType,
  DiscordAPIError,
  RESTJSONErrorCodes as ErrorCode,
  type Guild,
  PermissionFlagsBits,
  Routes,
} from 'discord.js';
import type { Pause } from '../../ports/outbox.ts';
import type { Target } from '../../routing/notice.ts';
import { targetKey, targetOf } from '../../routing/target.ts';
import type { CommandContext } from '../command/command.ts';
import { channelNow } from '../command/feed-permissions.ts';
import { canPost, type Standing } from '../render/answer/feed-standing.ts';
import type { ReturnedFeed } from '../render/answer/greeting.ts';

/** Refusals that the removal of the bot causes. An archived or locked thread and a moderator's pause are none of them. */
const LOST_ACCESS: readonly number[] = [
  ErrorCode.UnknownChannel,
  ErrorCode.UnknownGuild,
  ErrorCode.MissingAccess,
  ErrorCode.MissingPermissions,
];
/** Users without a server in common that one return looks up, the latest pauses first: one request each. */
const MOST_USERS = 200;

export type ReturnParts = Pick<
  CommandContext,
  'subscriptions' | 'journal' | 'resume' | 'retriedRefusalOf' | 'wake' | 'log'
>;

/**
 * Ends the pauses that the bot's removal from a server caused: those of its channels where Crier can post now, and those of
 * its members who had no server in common with the bot. Idempotent.
 * @returns the server's feeds, each with how its channel stands afterwards
 * @throws Error if Discord did not say how a paused channel stands, or whether a user is a member; the store's errors
 */
export async function resumeAfterReturn(guild: Guild, parts: ReturnParts): Promise<readonly ReturnedFeed[]> {
  const pauses = await parts.journal.pauses();
  const feeds = await parts.subscriptions.feedsOf(guild.id);
  const channels = new Map<string, Omit<ReturnedFeed, 'feed'>>();
  for (const feed of feeds) {
    if (channels.has(feed.channelId)) continue;
    const standing = await resumeChannel(guild, targetOf(feed), pauses, parts);
    channels.set(feed.channelId, { standing, isPrivate: isPrivate(guild, feed.channelId, standing) });
  }
  await resumeMembers(guild, pauses, parts);
  return feeds.flatMap((feed) => {
    const channel = channels.get(feed.channelId);
    return channel === undefined ? [] : [{ feed, ...channel }];
  });
}

async function resumeChannel(
  guild: Guild,
  target: Target,
  pauses: readonly Pause[],
  { resume, retriedRefusalOf, wake, log }: ReturnParts,
): Promise<Standing> {
  const now = await channelNow(guild, target.id, null, log);
  const retried = await retriedRefusalOf(target);
  const pause = pauses.find((one) => targetKey(one.target) === targetKey(target)) ?? null;
  if (pause === null || !LOST_ACCESS.includes(pause.code)) return { now, stopped: pause, retried };
  if (now.kind === 'unanswered') throw new Error(`Discord did not say how channel ${target.id} stands`);
  if (!canPost(now)) return { now, stopped: pause, retried };
  await resume(target);
  wake([target]);
  log.info({ target, code: pause.code }, 'Feeds of a channel go on: the bot is back in its server');
  return { now, stopped: null, retried };
}

/** The gateway does not tell of members without a privileged intent, so each user with such a pause is looked up. */
async function resumeMembers(guild: Guild, pauses: readonly Pause[], { resume, wake, log }: ReturnParts) {
  const users = pauses
    .filter(({ code }) => code === ErrorCode.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds)
    .flatMap(({ target }) => (target.kind === 'user' ? [target] : []));
  for (const target of users.toReversed().slice(0, MOST_USERS)) {
    if (!(await isMember(guild, target.id))) continue;
    await resume(target);
    wake([target]);
    log.info({ target }, 'Watches of a user go on: the bot is back in a server of theirs');
  }
}

async function isMember(guild: Guild, userId: string): Promise<boolean> {
  try {
    await guild.client.rest.get(Routes.guildMember(guild.id, userId));
    return true;
  } catch (error) {
    // Also where the bot was removed again meanwhile.
    if (error instanceof DiscordAPIError && (error.status === 403 || error.status === 404)) return false;
    throw error;
  }
}

/** Whether not every member sees a channel: a public greeting must not tell of its feeds. */
function isPrivate(guild: Guild, channelId: string, { now }: Standing): boolean {
  const channel = guild.channels.cache.get(channelId);
  if (channel === undefined) return now.kind !== 'gone';
  if (channel.type === ChannelType.PrivateThread) return true;
  return !(channel.permissionsFor(guild.roles.everyone)?.has(PermissionFlagsBits.ViewChannel) ?? false);
}
