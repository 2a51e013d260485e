import type { ChatInputCommandInteraction } from 'discord.js';
import { type ActionInteraction, type CommandContext, UserError } from '../../src/discord/command/command.ts';
import { feedButton, renderFeed, renderFeeds, undoButton } from '../../src/discord/render/answer/feed.ts';
import { canPost } from '../../src/discord/render/answer/feed-standing.ts';
import type { Layout } from '../../src/discord/render/layout.ts';
import type { Language } from '../../src/language/language.ts';
import type { FeedStep } from '../../src/ports/settings.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { targetOf } from '../../src/routing/notice.ts';
import { removeFeed, saveFeed, setPaused, unpauseFeed } from '../../src/subscriptions/feed-changes.ts';
import { save } from './add.ts';
import {
  type FeedInteraction,
  feedGone,
  isForAll,
  isManager,
  readAllFeeds,
  readFeed,
  readStanding,
  requireFeed,
  requireManager,
} from './managed-feed.ts';

type FeedAction = (feed: Feed, asker: FeedInteraction, language: Language, context: CommandContext) => Promise<Layout>;

async function pauseSingle(
  feed: Feed,
  _: FeedInteraction,
  language: Language,
  context: CommandContext,
): Promise<Layout> {
  if (!(await setPaused(feed, true, context))) throw feedGone();
  const buttons = [feedButton('resume', feed, language), feedButton('remove', feed, language)];
  return renderFeed({ deed: 'paused', feed, buttons }, language);
}

/**
 * Resumes a feed. It also ends a pause after Discord's rejection of the channel, whether or not the cause is gone; the
 * answer says which.
 */
async function resumeSingle(
  feed: Feed,
  asker: FeedInteraction,
  language: Language,
  context: CommandContext,
): Promise<Layout> {
  // Read before the resume, because delivery begins with it. Notices from before a pause wait only if their message was
  // retried.
  const hasWaiting = (await context.retriedRefusals.of(targetOf(feed))) !== null;
  const resumed = await unpauseFeed(feed, context);
  if (resumed === null) throw feedGone();
  const { wasRefused, isKept, othersOn } = resumed;
  const standing = await readStanding(asker, feed.channelId, context);
  const more = [
    wasRefused && canPost(standing.now) && language.say('feed.resumed-fixed'),
    wasRefused && othersOn > 0 && language.say('feed.resumed-others', { n: othersOn }),
    wasRefused && hasWaiting && language.say('refusal.kept'),
    wasRefused && language.say(isKept ? 'refusal.kept' : 'feed.resumed-lost'),
  ].filter((line) => line !== false);
  const buttons = (['sample', 'pause', 'remove'] as const).map((action) => feedButton(action, feed, language));
  return renderFeed({ deed: 'resumed', feed, standing, more, buttons }, language);
}

async function removeSingle(
  feed: Feed,
  _: FeedInteraction,
  language: Language,
  context: CommandContext,
): Promise<Layout> {
  const key = await context.feedUndos.keep([{ before: feed, after: null }]);
  await removeFeed(feed, context);
  return renderFeed({ deed: 'removed', feed, buttons: [undoButton(key, language)] }, language);
}

/** Handles *Undo* below the answer to a change of feeds: restores each feed that nobody has changed since. */
export async function restoreFeeds(
  interaction: ActionInteraction,
  key: string,
  context: CommandContext,
): Promise<void> {
  const steps = (await context.feedUndos.find(key)) ?? [];
  const [first] = steps;
  if (first === undefined || first.before.guildId !== interaction.guildId) {
    throw new UserError((language) => language.say('feed.error.too-late'));
  }
  const mine = steps.filter((step) => stepChannels(step).every((channelId) => isManager(interaction, channelId)));
  if (mine.length === 0) for (const channelId of stepChannels(first)) requireManager(interaction, channelId);
  await acknowledge(interaction);
  const language = context.languages.of(interaction.locale);
  if (steps.length > 1) {
    const feeds = await restoreAll(mine, context);
    const answer = { deed: 'reverted', feeds, others: steps.length - feeds.length } as const;
    await interaction.editReply(renderFeeds(answer, language));
  } else {
    const { before: feed, after } = first;
    const isThere = (await context.subscriptions.get(feed.id)) !== null;
    await save(feed, context, after);
    const buttons = [
      feedButton(feed.paused ? 'resume' : 'pause', feed, language),
      feedButton('remove', feed, language),
    ];
    await interaction.editReply(renderFeed({ deed: isThere ? 'reverted' : 'restored', feed, buttons }, language));
  }
  await context.feedUndos.forget(key);
}

/** Returns the channels that *Undo* takes a feed from and brings it to. */
function stepChannels({ before, after }: FeedStep): readonly string[] {
  return [...new Set([before.channelId, ...(after ? [after.channelId] : [])])];
}

/** @returns the restored feeds, without those that were changed since or have an equal feed now */
async function restoreAll(steps: readonly FeedStep[], context: CommandContext): Promise<readonly Feed[]> {
  const restored: Feed[] = [];
  for (const { before, after } of steps) {
    const refusal = await saveFeed(before, context.limits.feedsPerGuild, context, after);
    if (refusal === null) restored.push(before);
  }
  return restored;
}

/** @throws UserError if no feed would change */
export function requireOne(feeds: readonly Feed[]): readonly [Feed, ...Feed[]] {
  const [first, ...others] = feeds;
  if (first === undefined) throw new UserError((language) => language.say('feed.error.unchanged-all'));
  return [first, ...others];
}

/**
 * Returns the steps of a change of several feeds.
 * @param change returns a feed after the change, or null if it is removed
 */
export function stepsOf(
  [first, ...others]: readonly [Feed, ...Feed[]],
  change: (feed: Feed) => Feed | null,
): readonly [FeedStep, ...FeedStep[]] {
  const stepOf = (before: Feed) => ({ before, after: change(before) });
  return [stepOf(first), ...others.map(stepOf)];
}

/** `/feed pause feed: All feeds` */
async function pauseAll(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { mine, others } = await readAllFeeds(interaction, context);
  const feeds = requireOne(mine.filter(({ paused }) => !paused));
  const key = await context.feedUndos.keep(stepsOf(feeds, (feed) => ({ ...feed, paused: true })));
  for (const feed of feeds) await setPaused(feed, true, context);
  await answerAll('paused', feeds, others, key, interaction, context);
}

/** `/feed resume feed: All feeds`: also ends the pauses after Discord's rejections of channels. */
async function resumeAll(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { mine, others } = await readAllFeeds(interaction, context);
  const held: Feed[] = [];
  for (const feed of mine) {
    if (feed.paused || (await context.pauseCodeOf(targetOf(feed))) !== null) held.push(feed);
  }
  const feeds = requireOne(held);
  // A channel's rejection cannot be restored, so that feeds paused by it alone have no undo step.
  const [first, ...more] = feeds.filter(({ paused }) => paused);
  const key =
    first === undefined
      ? null
      : await context.feedUndos.keep(stepsOf([first, ...more], (feed) => ({ ...feed, paused: false })));
  for (const feed of feeds) await unpauseFeed(feed, context);
  await answerAll('resumed', feeds, others, key, interaction, context);
}

/** `/feed remove feed: All feeds`: *Undo* restores all of them. */
async function removeAll(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { mine, others } = await readAllFeeds(interaction, context);
  const feeds = requireOne(mine);
  const key = await context.feedUndos.keep(stepsOf(feeds, () => null));
  for (const feed of feeds) await removeFeed(feed, context);
  await answerAll('removed', feeds, others, key, interaction, context);
}

async function answerAll(
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

/** Runs an action for `/feed pause`, `/feed resume` and `/feed remove`. */
function byCommand(
  act: FeedAction,
  forAll: (interaction: ChatInputCommandInteraction, context: CommandContext) => Promise<void>,
) {
  return async (interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> => {
    if (isForAll(interaction)) return forAll(interaction, context);
    const feed = await readFeed(interaction, context);
    await interaction.editReply(await act(feed, interaction, context.languages.of(interaction.locale), context));
  };
}

/** Runs an action for a button, and shows the result in the button's message. */
function byButton(act: FeedAction) {
  return async (interaction: ActionInteraction, id: string, context: CommandContext): Promise<void> => {
    const feed = await requireFeed(interaction, id, context);
    await acknowledge(interaction);
    await interaction.editReply(await act(feed, interaction, context.languages.of(interaction.locale), context));
  };
}

async function acknowledge(interaction: ActionInteraction): Promise<void> {
  if (interaction.isMessageComponent()) await interaction.deferUpdate();
}

export const pauseByCommand = byCommand(pauseSingle, pauseAll);
export const resumeByCommand = byCommand(resumeSingle, resumeAll);
export const removeByCommand = byCommand(removeSingle, removeAll);
export const pauseByButton = byButton(pauseSingle);
export const resumeByButton = byButton(resumeSingle);
export const removeByButton = byButton(removeSingle);
