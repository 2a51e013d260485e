import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import { marketFor } from '../../src/discord/command/answer.ts';
import { type CommandContext, UserError } from '../../src/discord/command/command.ts';
import { editRows, type Guessed, mentionGuess, withRows } from '../../src/discord/command/guess-buttons.ts';
import { formatZoneDoubt } from '../../src/discord/command/read-quiet.ts';
import { type FeedAnswer, feedButton, renderFeed, undoButton } from '../../src/discord/render/answer/feed.ts';
import { formatRoleFault } from '../../src/discord/render/answer/feed-standing.ts';
import { button } from '../../src/discord/render/layout.ts';
import { describeFeed } from '../../src/discord/render/words/describe.ts';
import { formatUnknownNames } from '../../src/discord/render/words/names.ts';
import { findUnknownNames } from '../../src/market/search/unknown-names.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { saveFeed } from '../../src/subscriptions/feed-changes.ts';
import { forecastOf } from '../../src/subscriptions/feed-forecast.ts';
import { newId } from '../../src/subscriptions/watches.ts';
import { type FeedDraft, readFeedDraft, readLanguage } from './draft.ts';
import {
  type FeedInteraction,
  readChannel,
  readFeed,
  readStanding,
  requireAnnouncements,
  requireMention,
  roleFaultOf,
} from './managed-feed.ts';

/** Limits the description of an equal feed in an error. */
const MOST_DESCRIPTION_CHARACTERS = 1_000;
const NAME_OPTIONS = ['item', 'enchantment', 'owner', 'not-owner', 'world'];

export async function addFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const channelId = readChannel(interaction, context);
  await requireFreeFeed(interaction, context);
  const { draft, guess } = readFeedDraft(interaction.options, await knownItems(interaction, context));
  const feed = newFeed(draft, channelId, interaction, context);
  requireAnnouncements(feed, interaction);
  requireMention(feed, null, interaction, context);
  await save(feed, context);
  const language = context.languages.of(interaction.locale);
  const forecast = await context.workQueue.run(() => forecastOf(feed, context));
  const buttons = [
    feedButton('sample', feed, language),
    button(language.say('feed.button.undo'), `feed:remove:${feed.id}`),
  ];
  const answer = {
    deed: 'added',
    feed,
    forecast,
    buttons,
    ...(await describeState(feed, interaction, context)),
  } as const;
  await showFeed(interaction, answer, guess, context);
}

/** `/feed edit`: changes the given terms. *Undo* restores the whole feed. */
export async function editFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = await readFeed(interaction, context);
  const movedTo = interaction.options.getChannel('channel') ? readChannel(interaction, context) : null;
  const { draft, guess, cleared } = readFeedDraft(interaction.options, await knownItems(interaction, context), feed);
  // The draft lacks the optional terms that were cleared.
  const { roleId: _role, publishes: _publishes, discount: _discount, minSaving: _minSaving, ...rest } = feed;
  const edited: Feed = {
    ...rest,
    ...draft,
    ...readLanguage(interaction, cleared),
    channelId: movedTo ?? feed.channelId,
  };
  if (isDeepStrictEqual(edited, feed)) throw new UserError((language) => language.say('feed.error.unchanged'));
  requireAnnouncements(edited, interaction);
  requireMention(edited, feed, interaction, context);
  const key = await context.feedUndos.keep([{ before: feed, after: edited }]);
  await save(edited, context);
  const language = context.languages.of(interaction.locale);
  const forecast = await context.workQueue.run(() => forecastOf(edited, context));
  const buttons = [feedButton('sample', edited, language), undoButton(key, language)];
  const state = await describeState(edited, interaction, context);
  const doubt = formatZoneDoubt(edited.quiet, context.now(), language);
  const more = [...(doubt === null ? [] : [doubt]), ...state.more];
  const answer = { deed: 'changed', feed: edited, forecast, buttons, ...state, more } as const;
  await showFeed(interaction, answer, guess, context);
}

/** Answers with the feed, and with a button for each known name that an unknown one may mean. */
async function showFeed(
  interaction: ChatInputCommandInteraction,
  answer: FeedAnswer,
  guess: Guessed | null,
  context: CommandContext,
): Promise<void> {
  const language = context.languages.of(interaction.locale);
  const { id, filter } = answer.feed;
  const unknownNames = findUnknownNames(filter, context.market());
  const doubt = { userId: interaction.user.id, type: 'feed', id, filter, unknownNames } as const;
  const rows = await editRows(doubt, language, context);
  const shown = mentionGuess(renderFeed(answer, language), guess, 'item.guessed-saved', language);
  await interaction.editReply(withRows(shown, rows));
}

/**
 * Creates a feed from a draft.
 * @throws UserError outside of a server
 */
export function newFeed(
  draft: FeedDraft,
  channelId: string,
  { guildId, user, guildLocale, locale }: FeedInteraction,
  { now }: Pick<CommandContext, 'now'>,
): Feed {
  if (!guildId) throw new UserError((language) => language.say('feed.error.no-server'));
  return {
    ...draft,
    type: 'feed',
    id: newId(),
    guildId,
    channelId,
    makerId: user.id,
    locale: guildLocale ?? locale,
    hasOwnLanguage: false,
    createdAt: now(),
    paused: false,
  };
}

/** @throws UserError if the server has the maximum number of feeds */
async function requireFreeFeed(asker: FeedInteraction, context: CommandContext): Promise<void> {
  if (!(await canAddFeed(asker, context))) refuseMore(context);
}

/** Whether the server can have another feed. */
export async function canAddFeed(
  { guildId }: FeedInteraction,
  { subscriptions, limits }: CommandContext,
): Promise<boolean> {
  return (await subscriptions.feedsOf(guildId ?? '')).length < limits.feedsPerGuild;
}

/**
 * Saves a feed.
 * @param expected as in `saveFeed`
 * @throws UserError if the channel has an equal feed, the server has the maximum number, or the feed differs from
 * `expected`
 */
export async function save(feed: Feed, context: CommandContext, expected?: Feed | null): Promise<void> {
  const refusal = await saveFeed(feed, context.limits.feedsPerGuild, context, expected);
  if (refusal?.kind === 'too-many') refuseMore(context);
  if (refusal?.kind === 'changed') throw new UserError((language) => language.say('feed.error.changed-since'));
  if (refusal?.kind === 'twin') {
    const { twin } = refusal;
    const channel = `<#${feed.channelId}>`;
    throw new UserError((language) =>
      language.say('feed.error.twin', { channel, feed: describeFeed(twin, language, MOST_DESCRIPTION_CHARACTERS) }),
    );
  }
}

function refuseMore({ limits }: CommandContext): never {
  throw new UserError((language) => language.say('feed.error.most', { n: limits.feedsPerGuild }));
}

async function describeState(feed: Feed, asker: FeedInteraction, context: CommandContext) {
  const unknown = findUnknownNames(feed.filter, context.market());
  const language = context.languages.of(asker.locale);
  const roleFault = roleFaultOf(feed, asker);
  const more = [
    ...formatUnknownNames(unknown, language),
    ...(roleFault === null ? [] : [formatRoleFault(feed, roleFault, language)]),
  ];
  return { standing: await readStanding(asker, feed.channelId, context), more };
}

/**
 * Returns the market in which names are looked up. Without a name in the options it does not wait for the first list of
 * shops.
 */
async function knownItems(interaction: ChatInputCommandInteraction, context: CommandContext) {
  const hasName = NAME_OPTIONS.some((name) => interaction.options.getString(name) !== null);
  const market = hasName ? await marketFor(interaction, context, true) : context.market();
  const language = context.languages.of(interaction.locale);
  return { market, language, landmarks: context.places.landmarks(), guildId: interaction.guildId };
}
