import { apiError } from '../api-error.ts';
import type { Core } from '../core.ts';
import { type Channel, type User, withoutMessages } from '../world/entities.ts';
import { type Permission, permissionBits } from '../world/permissions.ts';

/** A channel the bot may see. @throws ApiError 10003 where there is none, 50001 where it may not see it */
export function channelInReach(core: Core, id: string): Channel {
  const channel = core.world.channels.get(id);
  if (!channel) throw apiError(10003);
  if (channel.guild && !channel.guild.hasBot) throw apiError(50001);
  const isMember = channel.withBot || (channel.type === 'private-thread' && mayDo(core, channel, 'ManageThreads'));
  if (!isMember) throw apiError(50001);
  if (channel.guild && !mayDo(core, channel, 'ViewChannel')) throw apiError(50001);
  return channel;
}

/**
 * Makes sure that the bot may post there.
 * @throws ApiError 50013, 50008 (a forum itself), 50083 (a locked, archived thread), 160005 (a locked one that is still
 *   open), 50007 or 50278 (direct messages)
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
  if (withoutMessages.includes(channel.type)) throw apiError(50008);
  const needed: Permission[] = [channel.parent ? 'SendMessagesInThreads' : 'SendMessages'];
  if (embeds) needed.push('EmbedLinks');
  if (files) needed.push('AttachFiles');
  if (!needed.every((permission) => mayDo(core, channel, permission))) throw apiError(50013);
  if (channel.locked && !mayDo(core, channel, 'ManageThreads')) throw apiError(channel.archived ? 50083 : 160005);
  if (channel.archived) core.world.setThread(channel, { archived: false });
}

export function mayDo(core: Core, channel: Channel, permission: Permission): boolean {
  if (!channel.guild) return true;
  return (core.world.permissionsOf(core.world.bot, channel) & permissionBits[permission]) !== 0n;
}

function checkTakesDms(core: Core, recipient: User): void {
  if (!recipient.installed && !core.world.sharesGuildWithBot(recipient)) throw apiError(50278);
  if (!recipient.takesDms) throw apiError(50007);
}
