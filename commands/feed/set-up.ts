import { MessageFlags, type ModalSubmitInteraction } from 'discord.js';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { FEED_CHANNELS } from '../../src/discord/command/feed-permissions.ts';
import { readAmount } from '../../src/discord/command/read-number.ts';
import { OLD_BUTTON, UserError } from '../../src/discord/command/user-error.ts';
import { feedForm } from '../../src/discord/render/answer/feed-form.ts';
import { renderSetUp, type SetUpChannel } from '../../src/discord/render/answer/set-up.ts';
import type { Language } from '../../src/language/language.ts';
import { FEED_KINDS, type Feed, type FeedKind, PAID_KINDS } from '../../src/routing/feed.ts';
import { saveFeed } from '../../src/subscriptions/feed-changes.ts';
import { hasRoom, newFeed } from './add.ts';
import { lackingIn, requireManager } from './permission.ts';

/** *Set up channels* of the greeting, for whoever may. */
export async function openSetUp(interaction: ActionInteraction, _: string, context: CommandContext): Promise<void> {
  requireManager(interaction, interaction.channelId ?? '');
  if (!interaction.isMessageComponent()) throw new UserError(OLD_BUTTON);
  await interaction.showModal(feedForm(context.languages.of(interaction.locale), FEED_CHANNELS));
}

/** The form behind it: a feed of each kind for each channel, unless it is there already. */
export async function setUp(interaction: ActionInteraction, _: string, context: CommandContext): Promise<void> {
  if (!interaction.isModalSubmit()) throw new UserError(OLD_BUTTON);
  const channelIds = readChannels(interaction, context);
  const kinds = FEED_KINDS.filter((kind) => interaction.fields.getStringSelectValues('kinds').includes(kind));
  const minValue = readLeast(
    interaction.fields.getTextInputValue('min-value'),
    context.languages.of(interaction.locale),
  );
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  const channels: SetUpChannel[] = [];
  for (const channelId of channelIds) {
    const feeds: Feed[] = [];
    for (const kind of kinds) {
      const feed = newFeed(draftOf(kind, minValue), channelId, interaction, context);
      const refusal = await saveFeed(feed, context.limits.feedsPerGuild, context);
      if (refusal === null) feeds.push(feed);
    }
    channels.push({ channelId, feeds, lacking: lackingIn(interaction, channelId) ?? [] });
  }
  const most = (await hasRoom(interaction, context)) ? null : context.limits.feedsPerGuild;
  await interaction.editReply(renderSetUp(channels, most, context.languages.of(interaction.locale)));
}

/** @throws UserError where one of them is not theirs to manage */
function readChannels(interaction: ModalSubmitInteraction, context: CommandContext): readonly string[] {
  const ids = [...(interaction.fields.getSelectedChannels('channels')?.keys() ?? [])];
  for (const id of ids) requireManager(interaction, id, context.permissionsIn(interaction.id, id));
  return ids;
}

function draftOf(kind: FeedKind, minValue: number) {
  const least = PAID_KINDS.includes(kind) ? minValue : 0;
  return { kind, style: 'cards', filter: { containers: true }, minValue: least, everyMinutes: 0, quiet: null } as const;
}

/** Nothing written: 0. @throws UserError */
function readLeast(written: string, language: Language): number {
  return written.trim() === '' ? 0 : readAmount(written, 'min-value', language);
}
