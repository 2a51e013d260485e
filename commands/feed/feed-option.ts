import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import type { Choice, CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { describeFeed } from '../../src/discord/render/words/describe.ts';
import { clip, unmark } from '../../src/discord/render/words/text.ts';
import type { PlainKey } from '../../src/language/english.ts';
import { whole } from '../../src/language/number.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { type Asker, isManager, requireManager } from './permission.ts';

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
