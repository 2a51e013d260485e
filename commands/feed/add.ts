import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import { marketFor } from '../../src/discord/command/answer.ts';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { sayRefusal, sayRemedy } from '../../src/discord/render/alert/paused.ts';
import { describeFeed } from '../../src/discord/render/words/describe.ts';
import { sayUnheard } from '../../src/discord/render/words/say-unheard.ts';
import { fitLines } from '../../src/discord/render/words/text.ts';
import type { Market } from '../../src/market/market.ts';
import { filterKey } from '../../src/market/search/filter.ts';
import { unheardIn } from '../../src/market/search/unheard.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { readFeed } from './own-feed.ts';
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
    id: randomUUID().slice(0, 8),
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
  const twin = context.subscriptions
    .feedsOf(feed.guildId)
    .find((other) => other.id !== feed.id && other.channelId === feed.channelId && sameWish(other) === sameWish(feed));
  if (twin)
    throw new UserError(
      `<#${feed.channelId}> has this feed already: ${describeFeed(twin, interaction.locale)}. \`/feed edit\` changes it.`,
    );
  const before = context.subscriptions.get(feed.id);
  await context.settings.putFeed(feed);
  const target = { kind: 'channel', id: feed.channelId } as const;
  if (before && before.type === 'feed' && before.channelId !== feed.channelId) {
    await context.journal.move(feed.id, { kind: 'channel', id: before.channelId }, target);
  }
  context.wake([target]);
  await context.greet(feed.makerId);
  const refusal = context.pausedBy(target);
  const paused =
    refusal === null ? [] : [`⏸ But Discord stopped me there: ${sayRefusal(refusal)}. ${sayRemedy(refusal)}`];
  const hint = lacking.length > 0 ? [`⚠️ I cannot write there yet: allow me ${lacking.join(', ')}.`] : [];
  const unheard = sayUnheard(unheardIn(feed.filter, context.market()));
  const what = `<#${feed.channelId}> will hear of: ${describeFeed(feed, interaction.locale)}.`;
  const lines = [what, ...hint, ...paused, ...unheard, '-# `/feed test` posts a sample there.'];
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

/** What makes two feeds of a channel the same; looks and rates are not part of it. */
function sameWish({ kind, filter, minValue }: Feed): string {
  return [kind, minValue, filterKey(filter)].join(' ');
}
