import {
  type ChannelType,
  type ChatInputCommandInteraction,
  PermissionFlagsBits,
  PermissionsBitField,
} from 'discord.js';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { FEED_CHANNELS, permissionsNeededIn } from '../../src/discord/command/feed-permissions.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import type { FeedPermission } from '../../src/discord/render/answer/feed.ts';

/** Whoever uses `/feed`, or a button of it. */
export type Asker = ChatInputCommandInteraction | ActionInteraction;

/**
 * The channel of a feed and the permissions that Crier lacks there. Only a hint: they can be granted later.
 * Where the server's own settings of a command let more people use `/feed`, the channel's rule still holds.
 * @throws UserError where the member does not manage the channel, or no feed can be there
 */
export function readChannel(
  interaction: ChatInputCommandInteraction,
  context: Pick<CommandContext, 'permissionsIn'>,
): {
  readonly channelId: string;
  readonly lacking: readonly FeedPermission[];
} {
  const chosen = interaction.options.getChannel('channel');
  const channelId = chosen?.id ?? interaction.channelId;
  requireManager(interaction, channelId, context.permissionsIn(interaction.id, channelId));
  const type = (chosen ?? interaction.channel)?.type;
  if (type !== undefined && !FEED_CHANNELS.some((one) => one === type)) {
    throw new UserError((language) => language.say('feed.error.channel'));
  }
  return { channelId, lacking: lackingIn(interaction, channelId, type) ?? [] };
}

/**
 * The permissions that Crier lacks in a channel of the server, or null if it knows nothing of the channel: deleted, or
 * an archived thread.
 */
export function lackingIn(
  interaction: Asker,
  channelId: string,
  type: ChannelType | undefined = interaction.guild?.channels.cache.get(channelId)?.type,
): readonly FeedPermission[] | null {
  const mine = permissionsOfCrier(interaction, channelId);
  return mine === null ? null : permissionsNeededIn(type).flatMap(([name, flag]) => (mine.has(flag) ? [] : [name]));
}

/** @throws UserError where the member does not manage the channel */
export function requireManager(interaction: Asker, channelId: string, resolved: bigint | null = null): void {
  const known = resolved === null ? permissionsOfMember(interaction, channelId) : new PermissionsBitField(resolved);
  if (known?.has(PermissionFlagsBits.ManageChannels)) return;
  throw new UserError((language) =>
    language.say('feed.error.manager', {
      permission: `**${language.say('feed.permission.manage-channels')}**`,
      channel: `<#${channelId}>`,
    }),
  );
}

function permissionsOfMember(interaction: Asker, channelId: string) {
  if (channelId === interaction.channelId) return interaction.memberPermissions;
  const channel = interaction.guild?.channels.cache.get(channelId);
  const member = interaction.inCachedGuild() ? interaction.member : null;
  // A channel that is gone has no rule left; the server-wide permission decides, so that its feeds can be removed.
  if (!member) return null;
  return channel ? channel.permissionsFor(member) : member.permissions;
}

function permissionsOfCrier(interaction: Asker, channelId: string) {
  if (channelId === interaction.channelId) return interaction.appPermissions;
  const me = interaction.guild?.members.me;
  return (me && interaction.guild?.channels.cache.get(channelId)?.permissionsFor(me)) ?? null;
}
