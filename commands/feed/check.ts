import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { refusalIn } from '../../src/discord/render/alert/paused.ts';
import { type CheckedChannel, type Refusal, renderFeedCheck } from '../../src/discord/render/answer/feed-check.ts';
import { formatLack } from '../../src/discord/render/answer/settings-lack.ts';
import type { PastNotice } from '../../src/ports/outbox.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { targetOf } from '../../src/routing/target.ts';
import { yieldToEventLoop } from '../../src/time/cooperate.ts';
import { roleFaultOf, standingOf } from './permission.ts';

/** So many of a feed's latest notices are looked through for Discord's last refusal. */
const NOTICES = 200;

/** `/feed check`: what stops the feeds of this server. */
export async function checkFeeds(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const language = context.languages.of(interaction.locale);
  const feeds = await context.subscriptions.feedsOf(interaction.guildId ?? '');
  const channels: CheckedChannel[] = [];
  for (const [channelId, there] of Map.groupBy(feeds, (feed) => feed.channelId)) {
    const checked: CheckedChannel['feeds'][number][] = [];
    for (const feed of there) {
      checked.push({ feed, refusal: await lastRefusal(feed, context), roleFault: roleFaultOf(feed, interaction) });
      // A feed that tells little takes a look at all notices of its channel: a tenth of a second in a busy one.
      await yieldToEventLoop();
    }
    channels.push({ channelId, standing: await standingOf(interaction, channelId, context), feeds: checked });
  }
  const notes = formatLack(context.settingsLack(), 'feeds', language);
  await interaction.editReply(renderFeedCheck(channels, notes, language));
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
