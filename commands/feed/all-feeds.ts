import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { undoButton } from '../../src/discord/render/answer/feed.ts';
import { renderFeeds } from '../../src/discord/render/answer/feeds.ts';
import type { FeedStep } from '../../src/ports/settings.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { targetOf } from '../../src/routing/target.ts';
import { removeFeed, setPaused, unpauseFeed } from '../../src/subscriptions/feed-changes.ts';
import { isManager } from './permission.ts';

/** The value of the choice *All feeds*. No id of a feed is so short. */
export const ALL_FEEDS = 'all';

/** The subcommands that offer *All feeds*. */
export const FOR_ALL: readonly string[] = ['pause', 'resume', 'remove', 'quiet'];

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

/** @throws UserError if no feed would change */
export function requireOne(feeds: readonly Feed[]): readonly [Feed, ...Feed[]] {
  const [first, ...others] = feeds;
  if (first === undefined) throw new UserError((language) => language.say('feed.error.unchanged-all'));
  return [first, ...others];
}

/** The steps of a change of several feeds. @param change gives a feed after it, or null if it is removed */
export function stepsOf(
  [first, ...others]: readonly [Feed, ...Feed[]],
  change: (feed: Feed) => Feed | null,
): readonly [FeedStep, ...FeedStep[]] {
  const stepOf = (before: Feed) => ({ before, after: change(before) });
  return [stepOf(first), ...others.map(stepOf)];
}

/** `/feed pause feed: All feeds` */
export async function pauseAll(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { mine, others } = await readAllFeeds(interaction, context);
  const feeds = requireOne(mine.filter(({ paused }) => !paused));
  const key = await context.feedUndos.keep(stepsOf(feeds, (feed) => ({ ...feed, paused: true })));
  for (const feed of feeds) await setPaused(feed, true, context);
  await answer('paused', feeds, others, key, interaction, context);
}

/** `/feed resume feed: All feeds`: ends the pauses that Discord's refusals forced on channels too. */
export async function resumeAll(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { mine, others } = await readAllFeeds(interaction, context);
  const held: Feed[] = [];
  for (const feed of mine) {
    if (feed.paused || (await context.pauseCodeOf(targetOf(feed))) !== null) held.push(feed);
  }
  const feeds = requireOne(held);
  // A channel's refusal cannot come back: those of its feeds that nobody had paused have no step.
  const [first, ...more] = feeds.filter(({ paused }) => paused);
  const key =
    first === undefined
      ? null
      : await context.feedUndos.keep(stepsOf([first, ...more], (feed) => ({ ...feed, paused: false })));
  for (const feed of feeds) await unpauseFeed(feed, context);
  await answer('resumed', feeds, others, key, interaction, context);
}

/** `/feed remove feed: All feeds`: *Undo* brings all of them back. */
export async function removeAll(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { mine, others } = await readAllFeeds(interaction, context);
  const feeds = requireOne(mine);
  const key = await context.feedUndos.keep(stepsOf(feeds, () => null));
  for (const feed of feeds) await removeFeed(feed, context);
  await answer('removed', feeds, others, key, interaction, context);
}

async function answer(
  deed: 'paused' | 'resumed' | 'removed',
  feeds: readonly Feed[],
  others: number,
  key: string | null,
  interaction: ChatInputCommandInteraction,
  context: CommandContext,
): Promise<void> {
  const language = context.languages.of(interaction.locale);
  const buttons = key === null ? [] : [undoButton(key, language)];
  await interaction.editReply(renderFeeds({ deed, feeds, others, buttons }, language));
}
