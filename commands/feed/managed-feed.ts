import { isDeepStrictEqual } from 'node:util';
import {
  type AutocompleteInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  PermissionFlagsBits,
  PermissionsBitField,
} from 'discord.js';
import { FILES_REFUSED_MS, filesRefusedNote, readPublishing } from '../../src/discord/command/channel-notes.ts';
import {
  type ActionInteraction,
  type Choice,
  type CommandContext,
  UserError,
} from '../../src/discord/command/command.ts';
import { channelNow, FEED_CHANNELS, lackingOf, roleFaultIn } from '../../src/discord/command/permissions.ts';
import type { RoleFault, Standing } from '../../src/discord/render/answer/feed-standing.ts';
import { describeFeed } from '../../src/discord/render/words/describe.ts';
import { clip, unmark } from '../../src/discord/render/words/text.ts';
import type { PlainKey } from '../../src/language/english.ts';
import { whole } from '../../src/language/number.ts';
import type { Feed, FeedPermission } from '../../src/routing/feed.ts';

/** @throws UserError where no such feed is in this server, or its channel is not the member's to manage */
export async function readFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<Feed> {
  return requireFeed(interaction, interaction.options.getString('feed', true), context, 'feed.error.unknown');
}

/** The feed that a button or a menu is of. `why`: what is said where it is not there. @throws UserError as `readFeed` does */
export async function requireFeed(
  interaction: Asker,
  id: string,
  context: Pick<CommandContext, 'subscriptions'>,
  why?: PlainKey,
): Promise<Feed> {
  const feed = (await context.subscriptions.feedsOf(interaction.guildId ?? '')).find((feed) => feed.id === id);
  if (!feed) throw gone(why);
  requireManager(interaction, feed.channelId);
  return feed;
}

/** A feed that somebody else may have removed a moment ago. */
export function gone(why: PlainKey = 'feed.error.gone'): UserError {
  return new UserError((language) => language.say(why));
}

/** The server's feeds whose name holds the typed text; *All feeds* first where a subcommand takes it. */
export async function suggestFeeds(
  interaction: AutocompleteInteraction,
  context: CommandContext,
): Promise<readonly Choice[]> {
  const text = interaction.options.getFocused().toLowerCase();
  const language = context.languages.of(interaction.locale);
  const feeds = await context.subscriptions.feedsOf(interaction.guildId ?? '');
  const isAllOffered = FOR_ALL.includes(interaction.options.getSubcommand()) && feeds.length > 1;
  const all = { name: language.say('feed.all', { n: whole(feeds.length, language) }), value: ALL_FEEDS };
  const single = feeds.map((feed) => {
    const what = unmark(describeFeed(feed, language));
    const held = feed.paused ? ` · ${language.say('feed.list.paused')}` : '';
    return { name: clip(`#${channelName(interaction, feed)}: ${what}${held}`, 100), value: feed.id };
  });
  return [...(isAllOffered ? [all] : []), ...single]
    .filter(({ name }) => name.toLowerCase().includes(text))
    .slice(0, 25);
}

/** The name of a feed's channel, or its id where that is not known any more. */
export function channelName({ guild }: Asker | AutocompleteInteraction, { channelId }: Feed): string {
  return guild?.channels.cache.get(channelId)?.name ?? channelId;
}

/** The value of the choice *All feeds*. No id of a feed is so short. */
const ALL_FEEDS = 'all';

/** The subcommands that offer *All feeds*. */
const FOR_ALL: readonly string[] = ['pause', 'resume', 'remove', 'quiet'];

/** Whether the option `feed` names all feeds of the server. */
export function isForAll({ options }: ChatInputCommandInteraction): boolean {
  return options.getString('feed', true) === ALL_FEEDS;
}

/** The feeds of the server whose channels the member manages, and the number of the others. */
export async function readAllFeeds(
  interaction: ChatInputCommandInteraction,
  { subscriptions }: Pick<CommandContext, 'subscriptions'>,
): Promise<{ readonly mine: readonly Feed[]; readonly others: number }> {
  const feeds = await subscriptions.feedsOf(interaction.guildId ?? '');
  const mine = feeds.filter((feed) => isManager(interaction, feed.channelId));
  return { mine, others: feeds.length - mine.length };
}

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
export async function readStanding(
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
