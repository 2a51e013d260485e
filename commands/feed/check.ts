import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { type CheckedChannel, type Refusal, renderFeedCheck } from '../../src/discord/render/answer/feed-check.ts';
import type { QuietNow } from '../../src/discord/render/answer/feed-standing.ts';
import { formatLack } from '../../src/discord/render/answer/settings-lack.ts';
import { refusalIn } from '../../src/discord/render/words/refusal.ts';
import type { PastNotice } from '../../src/ports/outbox.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { quietUntil } from '../../src/routing/quiet.ts';
import { targetOf } from '../../src/routing/target.ts';
import { yieldToEventLoop } from '../../src/time/cooperate.ts';
import { roleFaultOf, standingOf } from './permission.ts';

/** So many of a feed's latest notices are looked through for Discord's last refusal. */
const NOTICES = 200;
/** Waiting notices of a channel that are read at most, to count those of a feed: as many as take a few milliseconds. */
const MOST_HELD = 1_000;

/** `/feed check`: what stops the feeds of this server. */
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
      // A feed that tells little takes a look at all notices of its channel: a tenth of a second in a busy one.
      await yieldToEventLoop();
    }
    channels.push({ channelId, standing: await standingOf(interaction, channelId, context), feeds: checked });
  }
  const notes = formatLack(context.settingsLack(), 'feeds', language);
  await interaction.editReply(renderFeedCheck(channels, notes, language));
}

/** @returns the quiet hours that a feed is in, and the number of events that they hold, or null if it is in none */
export async function quietNow(feed: Feed, context: Pick<CommandContext, 'journal' | 'now'>): Promise<QuietNow | null> {
  const now = context.now();
  const until = feed.quiet && quietUntil(feed.quiet, now);
  if (until === null) return null;
  const waiting = await context.journal.waiting(targetOf(feed), Number.MAX_SAFE_INTEGER, MOST_HELD);
  const held = waiting.filter((notice) => notice.held === 'quiet' && notice.subscriptionIds.includes(feed.id));
  return { until, held: waiting.length < MOST_HELD ? held.length : null, now };
}

async function lastRefusal(feed: Feed, { journal }: Pick<CommandContext, 'journal'>): Promise<Refusal | null> {
  return refusalAmong(await journal.noticesOf(targetOf(feed), NOTICES, feed.id));
}

/** @returns the latest refused post among a feed's notices, the newest first, or null if there is none */
export function refusalAmong(past: readonly PastNotice[]): Refusal | null {
  let isOver = false;
  for (const { end } of past) {
    const code = refusalIn(end?.message?.why ?? null);
    if (code !== null && end?.message?.settledAt != null) return { at: end.message.settledAt, code, isOver };
    if (end?.message?.messageId != null) isOver = true;
  }
  return null;
}
