import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { formatZoneDoubt } from '../../src/discord/command/read-quiet.ts';
import {
  type CheckedChannel,
  type ListedFeed,
  type RefusedPost,
  renderChosenFeed,
  renderFeedCheck,
  renderFeedList,
} from '../../src/discord/render/answer/feed-list.ts';
import type { ChannelStanding, QuietNow } from '../../src/discord/render/answer/feed-standing.ts';
import { formatLack, formatSplits } from '../../src/discord/render/answer/list-notes.ts';
import { formatStreamDown } from '../../src/discord/render/words/freshness.ts';
import { refusalCodeIn } from '../../src/discord/render/words/refusal.ts';
import type { PastNotice } from '../../src/ports/outbox.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { isSample, targetOf } from '../../src/routing/notice.ts';
import { quietUntil } from '../../src/routing/quiet.ts';
import { withNames } from '../../src/subscriptions/player-names.ts';
import { markReported, unreportedSplits } from '../../src/subscriptions/saved-items.ts';
import { yieldToEventLoop } from '../../src/time/cooperate.ts';
import { channelName, type FeedInteraction, readStanding, requireFeed, roleFaultOf } from './managed-feed.ts';

/** Limits the latest notices of a feed that are searched for its last post and rejection. */
const MOST_LISTED_NOTICES = 20;

export async function answerFeedList(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const language = context.languages.of(interaction.locale);
  const feeds = await context.subscriptions.feedsOf(interaction.guildId ?? '');
  const listed: ListedFeed[] = [];
  const standings = new Map<string, ChannelStanding>();
  for (const feed of feeds) {
    const standing = standings.get(feed.channelId) ?? (await readStanding(interaction, feed.channelId, context));
    standings.set(feed.channelId, standing);
    listed.push(await listedFeed(feed, standing, interaction, context));
    // Each call reads the notices of a channel. Other work has its turn in between.
    await yieldToEventLoop();
  }
  const stream = context.status.stream();
  const splits = unreportedSplits(feeds, context.market());
  // One line per time zone, however many feeds share it.
  const doubts = feeds.map(({ quiet }) => formatZoneDoubt(quiet, context.now(), language));
  const notes = [
    ...new Set(doubts.filter((doubt) => doubt !== null)),
    ...formatLack(context.settingsLack(), 'feeds', language),
    ...formatSplits(splits, 'feed.list.split', language),
    ...(stream.state === 'live' || feeds.length === 0
      ? []
      : [`-# ${formatStreamDown(stream, 'news', context.now(), language)}`]),
  ];
  await interaction.editReply(renderFeedList(listed, notes, language));
  await markReported(feeds, splits, context);
}

/** The menu below the list of feeds. */
export async function chooseFeed(interaction: ActionInteraction, _: string, context: CommandContext): Promise<void> {
  const id = interaction.isStringSelectMenu() ? (interaction.values[0] ?? '') : '';
  const feed = await requireFeed(interaction, id, context);
  // The channel may have to be requested from Discord, which can take longer than an interaction waits.
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  const standing = await readStanding(interaction, feed.channelId, context);
  const listed = await listedFeed(feed, standing, interaction, context);
  await interaction.editReply(renderChosenFeed(listed, context.languages.of(interaction.locale)));
}

async function listedFeed(
  feed: Feed,
  standing: ChannelStanding,
  asker: FeedInteraction,
  context: CommandContext,
): Promise<ListedFeed> {
  const { journal } = context;
  const past = await journal.noticesOf(targetOf(feed), MOST_LISTED_NOTICES, feed.id);
  return {
    feed: withNames(feed, context.market()),
    channel: channelName(asker, feed),
    last: await lastPost(feed, past, journal),
    refusal: refusalAmong(past),
    standing,
    quiet: await quietNow(feed, context),
  };
}

/** @returns the latest post that is no sample; `cause` is null if its notice was pruned or is not in `past` */
export async function lastPost(
  { id }: Feed,
  past: readonly PastNotice[],
  journal: CommandContext['journal'],
): Promise<ListedFeed['last']> {
  const latest = past.find(({ notice, end }) => end?.message?.messageId != null && !isSample(notice.cause));
  if (latest?.end?.message?.settledAt != null) return { at: latest.end.message.settledAt, cause: latest.notice.cause };
  const lastDelivery = (await journal.lastDelivered([id])).get(id);
  return lastDelivery === undefined ? null : { at: lastDelivery.at, cause: null };
}

/** Limits the latest notices of a feed that are searched for Discord's last rejection. */
const MOST_CHECKED_NOTICES = 200;
/**
 * Limits the waiting notices of a channel that are read to count those of a feed: reading them takes a few
 * milliseconds.
 */
const MOST_WAITING_NOTICES = 1_000;

/** `/feed check`: lists the obstacles to the feeds of this server. */
export async function checkFeeds(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const language = context.languages.of(interaction.locale);
  const feeds = await context.subscriptions.feedsOf(interaction.guildId ?? '');
  const channels: CheckedChannel[] = [];
  for (const [channelId, there] of Map.groupBy(feeds, (feed) => feed.channelId)) {
    const checked: CheckedChannel['feeds'][number][] = [];
    for (const feed of there) {
      checked.push({
        feed,
        refusal: await lastRefusal(feed, context),
        roleFault: roleFaultOf(feed, interaction),
        quiet: await quietNow(feed, context),
      });
      // For a feed with few posts all notices of its channel are searched, which takes a tenth of a second in a busy
      // one.
      await yieldToEventLoop();
    }
    channels.push({ channelId, standing: await readStanding(interaction, channelId, context), feeds: checked });
  }
  const notes = formatLack(context.settingsLack(), 'feeds', language);
  await interaction.editReply(renderFeedCheck(channels, notes, language));
}

/**
 * @returns the present quiet hours of a feed and the number of events that wait for their end, or null outside of quiet
 * hours
 */
async function quietNow(feed: Feed, context: Pick<CommandContext, 'journal' | 'now'>): Promise<QuietNow | null> {
  const now = context.now();
  const until = feed.quiet && quietUntil(feed.quiet, now);
  if (until === null) return null;
  const waiting = await context.journal.waiting(targetOf(feed), Number.MAX_SAFE_INTEGER, MOST_WAITING_NOTICES);
  const held = waiting.filter((notice) => notice.held === 'quiet' && notice.subscriptionIds.includes(feed.id));
  return { until, held: waiting.length < MOST_WAITING_NOTICES ? held.length : null, now };
}

async function lastRefusal(feed: Feed, { journal }: Pick<CommandContext, 'journal'>): Promise<RefusedPost | null> {
  return refusalAmong(await journal.noticesOf(targetOf(feed), MOST_CHECKED_NOTICES, feed.id));
}

/** @returns the latest rejected post among a feed's notices, the newest first, or null if there is none */
function refusalAmong(past: readonly PastNotice[]): RefusedPost | null {
  let isOver = false;
  for (const { end } of past) {
    const code = refusalCodeIn(end?.message?.why ?? null);
    if (code !== null && end?.message?.settledAt != null) return { at: end.message.settledAt, code, isOver };
    if (end?.message?.messageId != null) isOver = true;
  }
  return null;
}
