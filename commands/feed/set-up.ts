import { MessageFlags, type ModalSubmitInteraction } from 'discord.js';
import {
  type ActionInteraction,
  type CommandContext,
  OLD_BUTTON,
  UserError,
} from '../../src/discord/command/command.ts';
import { FEED_CHANNEL_TYPES } from '../../src/discord/command/permissions.ts';
import { readAmount } from '../../src/discord/command/read-number.ts';
import {
  type FeedFormValues,
  feedForm,
  joinFormValues,
  renderSetUp,
  SET_UP_PARTS,
  type SetUpChannel,
  splitFormValues,
} from '../../src/discord/render/answer/set-up.ts';
import { renderTryAgain } from '../../src/discord/render/answer/watch-form.ts';
import type { Language } from '../../src/language/language.ts';
import { FEED_KINDS, type Feed, type FeedKind, PAID_KINDS } from '../../src/routing/feed.ts';
import { saveFeed } from '../../src/subscriptions/feed-changes.ts';
import { type FeedForecast, forecastsOf } from '../../src/subscriptions/feed-forecast.ts';
import { canAddFeed, newFeed } from './add.ts';
import { lackingIn, requireManager } from './managed-feed.ts';

/** Handles *Set up channels* in the greeting, for members who manage the channel. */
export async function openSetUp(interaction: ActionInteraction, _: string, context: CommandContext): Promise<void> {
  requireManager(interaction, interaction.channelId ?? '');
  if (!interaction.isMessageComponent()) throw new UserError(OLD_BUTTON);
  await interaction.showModal(feedForm(context.languages.of(interaction.locale), FEED_CHANNEL_TYPES));
}

/** Handles *Try again* below a rejected form: opens it with the previous choices and text. */
export async function reopenSetUp(interaction: ActionInteraction, argument: string, context: CommandContext) {
  requireManager(interaction, interaction.channelId ?? '');
  if (!interaction.isMessageComponent()) throw new UserError(OLD_BUTTON);
  const language = context.languages.of(interaction.locale);
  await interaction.showModal(feedForm(language, FEED_CHANNEL_TYPES, splitFormValues(argument)));
}

/**
 * The form behind *Set up channels*: makes a feed of each kind chosen for a channel, unless the channel has an equal
 * one. An invalid field is explained, with *Try again*.
 */
export async function setUp(interaction: ActionInteraction, _: string, context: CommandContext): Promise<void> {
  if (!interaction.isModalSubmit()) throw new UserError(OLD_BUTTON);
  const language = context.languages.of(interaction.locale);
  const filled = readForm(interaction);
  try {
    const wishes = readWishes(filled, interaction, context);
    await saveWishes(wishes, readLeastValue(filled.minValue, language), interaction, context);
  } catch (error) {
    if (!(error instanceof UserError) || interaction.deferred) throw error;
    const { chosen, typed } = joinFormValues(filled);
    const again = renderTryAgain(error.say(language), `feed:retry:${chosen}:`, typed, language);
    await interaction.reply({ ...again, flags: [again.flags, MessageFlags.Ephemeral] });
  }
}

async function saveWishes(
  { wishes, isIncomplete }: Wishes,
  minValue: number,
  interaction: ModalSubmitInteraction,
  context: CommandContext,
): Promise<void> {
  const language = context.languages.of(interaction.locale);
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  const made: { readonly channelId: string; readonly feeds: readonly Feed[] }[] = [];
  for (const { channelId, kinds } of wishes) {
    const feeds: Feed[] = [];
    for (const kind of kinds) {
      const feed = newFeed(feedDraft(kind, minValue), channelId, interaction, context);
      const refusal = await saveFeed(feed, context.limits.feedsPerGuild, context);
      if (refusal === null) feeds.push(feed);
    }
    made.push({ channelId, feeds });
  }
  const forecasts = await forecastAll(
    made.flatMap(({ feeds }) => feeds),
    context,
  );
  const channels: readonly SetUpChannel[] = made.map(({ channelId, feeds }) => ({
    channelId,
    feeds: feeds.map((feed) => ({ feed, forecast: forecasts.get(feed.id) ?? null })),
    lacking: lackingIn(interaction, channelId) ?? [],
  }));
  const most = (await canAddFeed(interaction, context)) ? null : context.limits.feedsPerGuild;
  await interaction.editReply(renderSetUp({ channels, minValue, isIncomplete, most }, language));
}

/** The feeds are saved by now. Without forecasts the answer still lists them. */
async function forecastAll(feeds: readonly Feed[], context: CommandContext) {
  try {
    return await context.workQueue.run(() => forecastsOf(feeds, context));
  } catch (err) {
    context.log.warn({ err, feeds: feeds.length }, 'Could not forecast the messages of new feeds');
    return new Map<string, FeedForecast>();
  }
}

interface Wish {
  readonly channelId: string;
  readonly kinds: readonly FeedKind[];
}

/** `isIncomplete` is true if a channel without kinds, or kinds without a channel, were left out. */
interface Wishes {
  readonly wishes: readonly Wish[];
  readonly isIncomplete: boolean;
}

function readForm({ fields }: ModalSubmitInteraction): FeedFormValues {
  const parts = SET_UP_PARTS.map((part) => ({
    channelId: [...(fields.getSelectedChannels(part.channel)?.keys() ?? [])][0] ?? null,
    kinds: FEED_KINDS.filter((kind) => fields.getStringSelectValues(part.kinds).includes(kind)),
  }));
  return { parts, minValue: fields.getTextInputValue('min-value') };
}

/** @throws UserError if the member does not manage one of the channels */
function readWishes({ parts }: FeedFormValues, interaction: ModalSubmitInteraction, context: CommandContext): Wishes {
  const wishes = parts.flatMap(({ channelId, kinds }) =>
    channelId === null || kinds.length === 0 ? [] : [{ channelId, kinds }],
  );
  for (const { channelId } of wishes) {
    requireManager(interaction, channelId, context.permissionsIn(interaction.id, channelId));
  }
  const isIncomplete = parts.some(({ channelId, kinds }) => (channelId === null) !== (kinds.length === 0));
  return { wishes, isIncomplete };
}

function feedDraft(kind: FeedKind, minValue: number) {
  const least = PAID_KINDS.includes(kind) ? minValue : 0;
  return { kind, style: 'cards', filter: { containers: true }, minValue: least, everyMinutes: 0, quiet: null } as const;
}

/**
 * Reads the least value. An empty field means 0.
 * @throws UserError if it is no amount
 */
function readLeastValue(written: string, language: Language): number {
  return written.trim() === '' ? 0 : readAmount(written, 'min-value', language);
}
