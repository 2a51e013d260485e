import { isDeepStrictEqual } from 'node:util';
import {
  type AutocompleteInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  PermissionFlagsBits,
  PermissionsBitField,
} from 'discord.js';
import { FILES_REFUSED_MS, filesRefusedCheckpoint, readPublishing } from '../../src/discord/command/channel-notes.ts';
import {
  type ActionInteraction,
  type Choice,
  type CommandContext,
  UserError,
} from '../../src/discord/command/command.ts';
import { channelNow, FEED_CHANNEL_TYPES, lackingOf, roleFaultIn } from '../../src/discord/command/permissions.ts';
import type { ChannelStanding, RoleFault } from '../../src/discord/render/answer/feed-standing.ts';
import { describeFeed } from '../../src/discord/render/words/describe.ts';
import { clip, unmark } from '../../src/discord/render/words/text.ts';
import type { PlainKey } from '../../src/language/english.ts';
import { formatWhole } from '../../src/language/number.ts';
import { CHOICE_CHARACTERS, MOST_CHOICES } from '../../src/market/search/suggest-words.ts';
import type { Feed, FeedPermission } from '../../src/routing/feed.ts';

/** @throws UserError if the feed is not in this server, or the member does not manage its channel */
export async function readFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<Feed> {
  return requireFeed(interaction, interaction.options.getString('feed', true), context, 'feed.error.unknown');
}

/**
 * Finds the feed of a button or a menu.
 * @param why the text for a feed that does not exist
 * @throws UserError if the feed is not in this server, or the member does not manage its channel
 */
export async function requireFeed(
  interaction: FeedInteraction,
  id: string,
  context: Pick<CommandContext, 'subscriptions'>,
  why?: PlainKey,
): Promise<Feed> {
  const feed = (await context.subscriptions.feedsOf(interaction.guildId ?? '')).find((feed) => feed.id === id);
  if (!feed) throw feedGone(why);
  requireManager(interaction, feed.channelId);
  return feed;
}

/** Creates the error for a feed that somebody else may have just removed. */
export function feedGone(why: PlainKey = 'feed.error.gone'): UserError {
  return new UserError((language) => language.say(why));
}

/** Suggests the server's feeds whose name contains the typed text, after *All feeds* for subcommands that accept it. */
export async function suggestFeeds(
  interaction: AutocompleteInteraction,
  context: CommandContext,
): Promise<readonly Choice[]> {
  const text = interaction.options.getFocused().toLowerCase();
  const language = context.languages.of(interaction.locale);
  const feeds = await context.subscriptions.feedsOf(interaction.guildId ?? '');
  const isAllOffered = ALL_FEEDS_SUBCOMMANDS.includes(interaction.options.getSubcommand()) && feeds.length > 1;
  const all = { name: language.say('feed.all', { n: formatWhole(feeds.length, language) }), value: ALL_FEEDS };
  const single = feeds.map((feed) => {
    const what = unmark(describeFeed(feed, language));
    const held = feed.paused ? ` · ${language.say('feed.list.paused')}` : '';
    return { name: clip(`#${channelName(interaction, feed)}: ${what}${held}`, CHOICE_CHARACTERS), value: feed.id };
  });
  return [...(isAllOffered ? [all] : []), ...single]
    .filter(({ name }) => name.toLowerCase().includes(text))
    .slice(0, MOST_CHOICES);
}

/** Returns the name of a feed's channel, or its id if the channel is unknown. */
export function channelName({ guild }: FeedInteraction | AutocompleteInteraction, { channelId }: Feed): string {
  return guild?.channels.cache.get(channelId)?.name ?? channelId;
}

/** The value of the choice *All feeds*. Ids of feeds are longer. */
const ALL_FEEDS = 'all';

/** The subcommands that offer *All feeds*. */
const ALL_FEEDS_SUBCOMMANDS: readonly string[] = ['pause', 'resume', 'remove', 'quiet'];

/** Whether the option `feed` names all feeds of the server. */
export function isForAll({ options }: ChatInputCommandInteraction): boolean {
  return options.getString('feed', true) === ALL_FEEDS;
}

/** Returns the feeds of the server whose channels the member manages, and the number of the others. */
export async function readAllFeeds(
  interaction: ChatInputCommandInteraction,
  { subscriptions }: Pick<CommandContext, 'subscriptions'>,
): Promise<{ readonly mine: readonly Feed[]; readonly others: number }> {
  const feeds = await subscriptions.feedsOf(interaction.guildId ?? '');
  const mine = feeds.filter((feed) => isManager(interaction, feed.channelId));
  return { mine, others: feeds.length - mine.length };
}

/** An interaction of a member who uses `/feed`, or one of its buttons. */
export type FeedInteraction = ChatInputCommandInteraction | ActionInteraction;

/**
 * Returns the id of the channel for a feed. A server's own settings can open `/feed` to more members, so that the
 * channel's permissions decide.
 * @throws UserError if the member does not manage the channel, or feeds are not possible in it
 */
export function readChannel(
  interaction: ChatInputCommandInteraction,
  context: Pick<CommandContext, 'permissionsIn'>,
): string {
  const chosen = interaction.options.getChannel('channel');
  const channelId = chosen?.id ?? interaction.channelId;
  requireManager(interaction, channelId, context.permissionsIn(interaction.id, channelId));
  const type = (chosen ?? interaction.channel)?.type;
  if (type !== undefined && !FEED_CHANNEL_TYPES.some((one) => one === type)) {
    throw new UserError((language) => language.say('feed.error.channel'));
  }
  return channelId;
}

/** @throws UserError if a feed with published posts goes to a channel that is known to be no announcement channel */
export function requireAnnouncements({ publishes, channelId }: Feed, interaction: ChatInputCommandInteraction): void {
  if (publishes !== true) return;
  const chosen = interaction.options.getChannel('channel');
  const known = chosen?.id === channelId ? chosen : interaction.guild?.channels.cache.get(channelId);
  if (known === undefined || known.type === ChannelType.GuildAnnouncement) return;
  throw new UserError((language) => language.say('feed.error.publish', { channel: `<#${channelId}>` }));
}

/**
 * Requires that the asker may mention the feed's role. Crier itself may hold Mention Everyone, and must not ping a role
 * for a maker who could not.
 * @param before the feed before an edit; an unchanged role in an unchanged channel is not checked again
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

/** @returns the reason why posts of a feed cannot mention its role now, or null if they can or it has none */
export function roleFaultOf({ roleId, channelId }: Feed, { guild }: FeedInteraction): RoleFault | null {
  return guild === null || roleId === undefined ? null : roleFaultIn(guild, channelId, roleId);
}

/**
 * @returns the permissions that Crier lacks in a channel of the server, or null if the gateway has not sent the channel
 */
export function lackingIn(interaction: FeedInteraction, channelId: string): readonly FeedPermission[] | null {
  const mine = permissionsOfCrier(interaction, channelId);
  return mine === null ? null : lackingOf(mine, interaction.guild?.channels.cache.get(channelId)?.type);
}

/**
 * Returns the present state of a channel of the server: the permissions that Crier lacks there, and a pause after a
 * rejection.
 */
export async function readStanding(
  interaction: FeedInteraction,
  channelId: string,
  { journal, pauseCodeOf, retriedRefusalOf, appPermissionsIn, now: time, log }: CommandContext,
): Promise<ChannelStanding> {
  const { guild } = interaction;
  const resolved = appPermissionsIn(interaction.id, channelId);
  const chosen = resolved === null ? null : new PermissionsBitField(resolved);
  const mine = channelId === interaction.channelId ? interaction.appPermissions : chosen;
  const now = guild === null ? { kind: 'unanswered' as const } : await channelNow(guild, channelId, mine, log);
  const target = { kind: 'channel', id: channelId } as const;
  const retried = await retriedRefusalOf(target);
  const refusedAt = await journal.savedNumber(filesRefusedCheckpoint(channelId));
  const noFilesUntil =
    refusedAt !== null && refusedAt + FILES_REFUSED_MS > time() ? refusedAt + FILES_REFUSED_MS : null;
  const publishing = await readPublishing(channelId, journal, time());
  if ((await pauseCodeOf(target)) === null) return { now, stopped: null, retried, noFilesUntil, publishing };
  const stopped = (await journal.pauses()).find((pause) => isDeepStrictEqual(pause.target, target));
  return { now, stopped: stopped ?? null, retried, noFilesUntil, publishing };
}

/**
 * Whether the member manages the channel.
 * @param resolved as in `memberPermissions`
 */
export function isManager(interaction: FeedInteraction, channelId: string, resolved: bigint | null = null): boolean {
  return memberPermissions(interaction, channelId, resolved)?.has(PermissionFlagsBits.ManageChannels) === true;
}

/** @throws UserError if the member does not manage the channel */
export function requireManager(interaction: FeedInteraction, channelId: string, resolved: bigint | null = null): void {
  if (isManager(interaction, channelId, resolved)) return;
  throw new UserError((language) =>
    language.say('feed.error.manager', {
      permission: `**${language.say('feed.permission.manage-channels')}**`,
      channel: `<#${channelId}>`,
    }),
  );
}

/** @param resolved the permissions that Discord sent with a chosen channel, or null if it sent none */
function memberPermissions(interaction: FeedInteraction, channelId: string, resolved: bigint | null) {
  if (resolved !== null) return new PermissionsBitField(resolved);
  if (channelId === interaction.channelId) return interaction.memberPermissions;
  const channel = interaction.guild?.channels.cache.get(channelId);
  const member = interaction.inCachedGuild() ? interaction.member : null;
  // A deleted channel has no rules, so that the server-wide permission decides and its feeds can be removed.
  if (!member) return null;
  return channel ? channel.permissionsFor(member) : member.permissions;
}

function permissionsOfCrier(interaction: FeedInteraction, channelId: string) {
  if (channelId === interaction.channelId) return interaction.appPermissions;
  const me = interaction.guild?.members.me;
  return (me && interaction.guild?.channels.cache.get(channelId)?.permissionsFor(me)) ?? null;
}
