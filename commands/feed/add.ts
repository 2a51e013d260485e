import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import { marketFor } from '../../src/discord/command/answer.ts';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { formatRefusal, formatRemedy } from '../../src/discord/render/alert/paused.ts';
import { describeFeed } from '../../src/discord/render/words/describe.ts';
import { formatUnknownNames } from '../../src/discord/render/words/format-unknown-names.ts';
import { fitLines } from '../../src/discord/render/words/text.ts';
import type { Market } from '../../src/market/market.ts';
import { findUnknownNames } from '../../src/market/search/unknown-names.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { targetOf } from '../../src/routing/target.ts';
import { saveFeed, twinOf } from '../../src/subscriptions/feed-changes.ts';
import { newId } from '../../src/subscriptions/new-watch.ts';
import { readFeed } from './feed-option.ts';
import { readChannel } from './permission.ts';
import { readDraft } from './read-draft.ts';

const NAMES = ['item', 'enchantment', 'owner', 'not-owner', 'world'];

/** `/feed add` */
export async function addFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { guildId, user } = interaction;
  if (!guildId) throw new UserError('Feeds are for servers: use this in a channel of one.');
  const { channelId, lacking } = readChannel(interaction, context);
  const count = context.subscriptions.feedsOf(guildId).length;
  if (count >= context.limits.feedsPerGuild) {
    throw new UserError(`This server has ${count} feeds, the most it can have. Remove one first.`);
  }
  const feed: Feed = {
    ...readDraft(interaction.options, await marketIfNeeded(interaction, context)),
    type: 'feed',
    id: newId(),
    guildId,
    channelId,
    makerId: user.id,
    locale: interaction.guildLocale ?? interaction.locale,
    createdAt: context.now(),
    paused: false,
  };
  await save(feed, lacking, interaction, context);
}

/** `/feed edit`: what is given changes, all else stays. */
export async function editFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = readFeed(interaction, context);
  const moved = interaction.options.getChannel('channel') ? readChannel(interaction, context) : null;
  const draft = readDraft(interaction.options, await marketIfNeeded(interaction, context), feed);
  const edited = { ...feed, ...draft, channelId: moved?.channelId ?? feed.channelId };
  if (isDeepStrictEqual(edited, feed)) throw new UserError('Nothing to change: it is so already.');
  await save(edited, moved?.lacking ?? [], interaction, context);
}

async function save(
  feed: Feed,
  lacking: readonly string[],
  interaction: ChatInputCommandInteraction,
  context: CommandContext,
): Promise<void> {
  const twin = twinOf(feed, context);
  if (twin)
    throw new UserError(
      `<#${feed.channelId}> has this feed already: ${describeFeed(twin, context.languages.of(interaction.locale))}. \`/feed edit\` changes it.`,
    );
  await saveFeed(feed, context);
  const refusal = context.pauseCodeOf(targetOf(feed));
  const language = context.languages.of(interaction.locale);
  const paused =
    refusal === null
      ? []
      : [`⏸ But Discord stopped me there: ${formatRefusal(refusal, language)}. ${formatRemedy(refusal, language)}`];
  const hint = lacking.length > 0 ? [`⚠️ I cannot write there yet: allow me ${lacking.join(', ')}.`] : [];
  const unknownNames = formatUnknownNames(
    findUnknownNames(feed.filter, context.market()),
    context.languages.of(interaction.locale),
  );
  const what = `<#${feed.channelId}> will hear of: ${describeFeed(feed, context.languages.of(interaction.locale))}.`;
  const lines = [what, ...hint, ...paused, ...unknownNames, '-# `/feed test` posts a sample there.'];
  await interaction.editReply(fitLines(lines, 2_000));
}

/** Names are looked up in the market; without one there is nothing to wait for. */
async function marketIfNeeded(
  interaction: ChatInputCommandInteraction,
  context: CommandContext,
): Promise<Market | null> {
  const hasName = NAMES.some((name) => interaction.options.getString(name) !== null);
  return hasName ? await marketFor(interaction, context, true) : context.market();
}
