import { isDeepStrictEqual } from 'node:util';
import { ChannelType, type ChatInputCommandInteraction, PermissionFlagsBits, PermissionsBitField } from 'discord.js';
import { FILES_REFUSED_MS, filesRefusedNote, readPublishing } from '../../src/discord/command/channel-notes.ts';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { channelNow, FEED_CHANNELS, lackingOf, roleFaultIn } from '../../src/discord/command/permissions.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import type { RoleFault, Standing } from '../../src/discord/render/answer/feed-standing.ts';
import type { Feed, FeedPermission } from '../../src/routing/feed.ts';

/** An interaction of a member who uses `/feed`, or a button of it. */
export type Asker = ChatInputCommandInteraction | ActionInteraction;

/**
 * The id of the channel that a feed goes to. A server's own settings can open `/feed` to more members; the channel's
 * permissions still decide.
 * @throws UserError where the member does not manage the channel, or no feed can be there
 */
export function readChannel(
  interaction: ChatInputCommandInteraction,
  context: Pick<CommandContext, 'permissionsIn'>,
): string {
  const chosen = interaction.options.getChannel('channel');
  const channelId = chosen?.id ?? interaction.channelId;
  requireManager(interaction, channelId, context.permissionsIn(interaction.id, channelId));
  const type = (chosen ?? interaction.channel)?.type;
  if (type !== undefined && !FEED_CHANNELS.some((one) => one === type)) {
    throw new UserError((language) => language.say('feed.error.channel'));
  }
  return channelId;
}

/**
 * @throws UserError if a feed that publishes its posts goes to a channel that is known to be no announcement channel
 */
export function requireAnnouncements({ publishes, channelId }: Feed, interaction: ChatInputCommandInteraction): void {
  if (publishes !== true) return;
  const chosen = interaction.options.getChannel('channel');
  const known = chosen?.id === channelId ? chosen : interaction.guild?.channels.cache.get(channelId);
  if (known === undefined || known.type === ChannelType.GuildAnnouncement) return;
  throw new UserError((language) => language.say('feed.error.publish', { channel: `<#${channelId}>` }));
}

/**
 * Crier may hold Mention Everyone, so the asker's own permission decides: a feed pings no role that its maker could
 * not.
 *
 * @param before the feed that is edited; a role that stays in its channel is not judged again
 * @throws UserError if not everybody may mention the role, and the asker lacks Mention Everyone in the feed's channel
 */
export function requireMention(
  { roleId, channelId }: Feed,
  before: Feed | null,
  interaction: ChatInputCommandInteraction,
  context: Pick<CommandContext, 'permissionsIn'>,
): void {
  if (roleId === undefined || (before?.roleId === roleId && before.channelId === channelId)) return;
  const role = interaction.options.getRole('role') ?? interaction.guild?.roles.cache.get(roleId);
  if (role?.mentionable === true) return;
  const held = memberPermissions(interaction, channelId, context.permissionsIn(interaction.id, channelId));
  if (held?.has(PermissionFlagsBits.MentionEveryone)) return;
  throw new UserError((language) =>
    language.say('feed.error.mention', {
      role: `<@&${roleId}>`,
      channel: `<#${channelId}>`,
      permission: `**${language.say('feed.permission.mention-everyone')}**`,
    }),
  );
}

/** Why posts of a feed cannot mention its role now, or null if they can or it has none. */
export function roleFaultOf({ roleId, channelId }: Feed, { guild }: Asker): RoleFault | null {
  return guild === null || roleId === undefined ? null : roleFaultIn(guild, channelId, roleId);
}

/** The permissions that Crier lacks in a channel of the server, or null if the gateway did not tell of the channel. */
export function lackingIn(interaction: Asker, channelId: string): readonly FeedPermission[] | null {
  const mine = permissionsOfCrier(interaction, channelId);
  return mine === null ? null : lackingOf(mine, interaction.guild?.channels.cache.get(channelId)?.type);
}

/** How a channel of the server stands at this moment: what Crier lacks there, and the pause that a refusal left. */
export async function standingOf(
  interaction: Asker,
  channelId: string,
  { journal, pauseCodeOf, retriedRefusalOf, appPermissionsIn, now: time, log }: CommandContext,
): Promise<Standing> {
  const { guild } = interaction;
  const resolved = appPermissionsIn(interaction.id, channelId);
  const chosen = resolved === null ? null : new PermissionsBitField(resolved);
  const mine = channelId === interaction.channelId ? interaction.appPermissions : chosen;
  const now = guild === null ? { kind: 'unanswered' as const } : await channelNow(guild, channelId, mine, log);
  const target = { kind: 'channel', id: channelId } as const;
  const retried = await retriedRefusalOf(target);
  const refusedAt = await journal.savedNumber(filesRefusedNote(channelId));
  const noFilesUntil =
    refusedAt !== null && refusedAt + FILES_REFUSED_MS > time() ? refusedAt + FILES_REFUSED_MS : null;
  const publishing = await readPublishing(channelId, journal, time());
  if ((await pauseCodeOf(target)) === null) return { now, stopped: null, retried, noFilesUntil, publishing };
  const stopped = (await journal.pauses()).find((pause) => isDeepStrictEqual(pause.target, target));
  return { now, stopped: stopped ?? null, retried, noFilesUntil, publishing };
}

/** Whether the member manages the channel. @param resolved as `memberPermissions` takes it */
export function isManager(interaction: Asker, channelId: string, resolved: bigint | null = null): boolean {
  return memberPermissions(interaction, channelId, resolved)?.has(PermissionFlagsBits.ManageChannels) === true;
}

/** @throws UserError where the member does not manage the channel */
export function requireManager(interaction: Asker, channelId: string, resolved: bigint | null = null): void {
  if (isManager(interaction, channelId, resolved)) return;
  throw new UserError((language) =>
    language.say('feed.error.manager', {
      permission: `**${language.say('feed.permission.manage-channels')}**`,
      channel: `<#${channelId}>`,
    }),
  );
}

/** @param resolved the permissions that Discord sent next to a chosen channel, or null if it sent none */
function memberPermissions(interaction: Asker, channelId: string, resolved: bigint | null) {
  if (resolved !== null) return new PermissionsBitField(resolved);
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
