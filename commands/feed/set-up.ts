import { MessageFlags, type ModalSubmitInteraction } from 'discord.js';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { FEED_CHANNELS } from '../../src/discord/command/feed-permissions.ts';
import { readAmount } from '../../src/discord/command/read-number.ts';
import { OLD_BUTTON, UserError } from '../../src/discord/command/user-error.ts';
import { feedForm, SET_UP_PARTS } from '../../src/discord/render/answer/feed-form.ts';
import { renderSetUp, type SetUpChannel } from '../../src/discord/render/answer/set-up.ts';
import type { Language } from '../../src/language/language.ts';
import { FEED_KINDS, type Feed, type FeedKind, PAID_KINDS } from '../../src/routing/feed.ts';
import { saveFeed } from '../../src/subscriptions/feed-changes.ts';
import { type FeedForecast, forecastsOf } from '../../src/subscriptions/feed-forecast.ts';
import { hasRoom, newFeed } from './add.ts';
import { lackingIn, requireManager } from './permission.ts';

/** *Set up channels* of the greeting, for whoever may. */
export async function openSetUp(interaction: ActionInteraction, _: string, context: CommandContext): Promise<void> {
  requireManager(interaction, interaction.channelId ?? '');
  if (!interaction.isMessageComponent()) throw new UserError(OLD_BUTTON);
  await interaction.showModal(feedForm(context.languages.of(interaction.locale), FEED_CHANNELS));
}

/** The form behind it: makes a feed of each kind that is chosen for a channel, unless the channel has such a one. */
export async function setUp(interaction: ActionInteraction, _: string, context: CommandContext): Promise<void> {
  if (!interaction.isModalSubmit()) throw new UserError(OLD_BUTTON);
  const { wishes, isIncomplete } = readWishes(interaction, context);
  const language = context.languages.of(interaction.locale);
  const minValue = readLeast(interaction.fields.getTextInputValue('min-value'), language);
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  const made: { readonly channelId: string; readonly feeds: readonly Feed[] }[] = [];
  for (const { channelId, kinds } of wishes) {
    const feeds: Feed[] = [];
    for (const kind of kinds) {
      const feed = newFeed(draftOf(kind, minValue), channelId, interaction, context);
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
  const most = (await hasRoom(interaction, context)) ? null : context.limits.feedsPerGuild;
  await interaction.editReply(renderSetUp({ channels, minValue, isIncomplete, most }, language));
}

/** The feeds are saved by now: without forecasts the answer still lists them. */
async function forecastAll(feeds: readonly Feed[], context: CommandContext) {
  try {
    return await context.workQueue.run(() => forecastsOf(feeds, context));
  } catch (err) {
    context.log.warn({ err, feeds: feeds.length }, 'Could not forecast new feeds');
    return new Map<string, FeedForecast>();
  }
}

interface Wish {
  readonly channelId: string;
  readonly kinds: readonly FeedKind[];
}

/**
 * Reads the channels with what each of them gets.
 *
 * @returns `isIncomplete`: a channel without kinds, or kinds without a channel, were left out
 * @throws UserError if the member does not manage one of the channels
 */
function readWishes(
  interaction: ModalSubmitInteraction,
  context: CommandContext,
): { readonly wishes: readonly Wish[]; readonly isIncomplete: boolean } {
  const { fields } = interaction;
  const given = SET_UP_PARTS.map((part) => ({
    channelId: [...(fields.getSelectedChannels(part.channel)?.keys() ?? [])][0] ?? null,
    kinds: FEED_KINDS.filter((kind) => fields.getStringSelectValues(part.kinds).includes(kind)),
  }));
  const wishes = given.flatMap(({ channelId, kinds }) =>
    channelId === null || kinds.length === 0 ? [] : [{ channelId, kinds }],
  );
  for (const { channelId } of wishes) {
    requireManager(interaction, channelId, context.permissionsIn(interaction.id, channelId));
  }
  const isIncomplete = given.some(({ channelId, kinds }) => (channelId === null) !== (kinds.length === 0));
  return { wishes, isIncomplete };
}

function draftOf(kind: FeedKind, minValue: number) {
  const least = PAID_KINDS.includes(kind) ? minValue : 0;
  return { kind, style: 'cards', filter: { containers: true }, minValue: least, everyMinutes: 0, quiet: null } as const;
}

/** Nothing written: 0. @throws UserError */
function readLeast(written: string, language: Language): number {
  return written.trim() === '' ? 0 : readAmount(written, 'min-value', language);
}
