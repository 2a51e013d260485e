import { apiError } from '../api-error.ts';
import type { Core } from '../core.ts';
import { errorCodes } from '../numbers.ts';
import { type Channel, type User, withoutMessages } from '../world/entities.ts';
import { type Permission, permissionBits } from '../world/permissions.ts';

/**
 * Returns a channel that the bot may see.
 * @throws ApiError if it does not exist or the bot may not see it
 */
export function channelInReach(core: Core, id: string): Channel {
  const channel = core.world.channels.get(id);
  if (!channel) throw apiError(errorCodes.unknownChannel);
  if (channel.guild && !channel.guild.hasBot) throw apiError(errorCodes.missingAccess);
  const isMember = channel.withBot || (channel.type === 'private-thread' && mayDo(core, channel, 'ManageThreads'));
  if (!isMember) throw apiError(errorCodes.missingAccess);
  if (channel.guild && !mayDo(core, channel, 'ViewChannel')) throw apiError(errorCodes.missingAccess);
  return channel;
}

/**
 * Checks that the bot may post in a channel.
 * @throws ApiError for a missing permission, for a forum itself, a locked thread, or direct messages that are closed or
 * lack a common guild
 */
export function checkMayPost(
  core: Core,
  channel: Channel,
  { embeds, files }: { embeds: boolean; files: boolean },
): void {
  if (channel.recipient) {
    checkTakesDms(core, channel.recipient);
    return;
  }
  if (withoutMessages.includes(channel.type)) throw apiError(errorCodes.cannotSendInNonTextChannel);
  const needed: Permission[] = [channel.parent ? 'SendMessagesInThreads' : 'SendMessages'];
  if (embeds) needed.push('EmbedLinks');
  if (files) needed.push('AttachFiles');
  if (!needed.every((permission) => mayDo(core, channel, permission))) throw apiError(errorCodes.missingPermissions);
  if (channel.locked && !mayDo(core, channel, 'ManageThreads'))
    throw apiError(channel.archived ? errorCodes.archivedThread : errorCodes.lockedThread);
  if (channel.archived) core.world.setThread(channel, { archived: false });
}

export function mayDo(core: Core, channel: Channel, permission: Permission): boolean {
  if (!channel.guild) return true;
  return (core.world.permissionsOf(core.world.bot, channel) & permissionBits[permission]) !== 0n;
}

function checkTakesDms(core: Core, recipient: User): void {
  if (!recipient.installed && !core.world.sharesGuildWithBot(recipient)) throw apiError(errorCodes.noMutualGuilds);
  if (!recipient.takesDms) throw apiError(errorCodes.cannotSendToUser);
}
