import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { sayRefusal, sayRemedy } from '../../src/discord/render/alert/paused.ts';
import { sampleCause } from '../../src/discord/render/alert/sample.ts';
import { sayLack } from '../../src/discord/render/answer/settings-lack.ts';
import { describeFeed } from '../../src/discord/render/words/describe.ts';
import { sayStreamDown } from '../../src/discord/render/words/freshness.ts';
import { count, fitList, safe } from '../../src/discord/render/words/text.ts';
import { targetOf } from '../../src/routing/subscriptions.ts';
import { resumeFeed as startAgain } from '../../src/subscriptions/feed-changes.ts';
import { readFeed } from './own-feed.ts';
import { lackingIn } from './permission.ts';
import { type SampleEnd, sampleEnd } from './sample-end.ts';

/** `/feed list` */
export async function listFeeds(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feeds = context.subscriptions.feedsOf(interaction.guildId ?? '');
  const lack = sayLack(context.settingsLack(), 'feeds', interaction.locale);
  if (feeds.length === 0) {
    await interaction.editReply(['No feeds here yet. `/feed add` makes one.', ...lack].join('\n'));
    return;
  }
  const lines = feeds.map((feed) => {
    const refusal = context.pausedBy(targetOf(feed));
    const held = [feed.paused && 'paused', refusal !== null && sayRefusal(refusal)].filter((why) => why !== false);
    const state = held.length > 0 ? ` · ⏸ ${held.join('; ')}` : '';
    const style = feed.style === 'compact' ? ', compact' : '';
    return `<#${feed.channelId}> ${describeFeed(feed, interaction.locale)}${style}${state}`;
  });
  const stream = context.status.stream();
  if (stream.state !== 'live') {
    lines.push(`-# ${sayStreamDown(stream, 'auctions and trades', context.now())}`);
  }
  const listed = fitList(lines, 3_500, (left) => `… and ${left} more.`);
  await interaction.editReply({
    embeds: [{ title: 'Feeds of this server', description: [...lack, listed].join('\n') }],
  });
}

/** `/feed pause` */
export async function pauseFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = readFeed(interaction, context);
  await context.settings.putFeed({ ...feed, paused: true });
  await interaction.editReply(`Paused: ${describeFeed(feed, interaction.locale)} in <#${feed.channelId}>.`);
}

/** `/feed resume`: also takes back a pause that Discord's refusal forced on the channel. */
export async function resumeFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = readFeed(interaction, context);
  const { wasRefused, othersOn } = await startAgain(feed, context);
  const others =
    !wasRefused || othersOn === 0 ? '' : `, and ${count(othersOn, 'other feed', interaction.locale)} there`;
  const lost = wasRefused ? ' What came meanwhile is not told.' : '';
  await interaction.editReply(
    `On again: ${describeFeed(feed, interaction.locale)} in <#${feed.channelId}>${others}.${lost}`,
  );
}

/** `/feed remove` */
export async function removeFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = readFeed(interaction, context);
  await context.settings.removeFeed(feed.id);
  await interaction.editReply(`Removed: ${describeFeed(feed, interaction.locale)} in <#${feed.channelId}>.`);
}

/**
 * `/feed test`: a sample takes the way of every notice, so that what stops them shows. Where Crier is known to be stopped, it
 * does not try: Discord's refusal would pause all feeds of the channel.
 */
export async function testFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = readFeed(interaction, context);
  const target = targetOf(feed);
  const refusal = context.pausedBy(target);
  if (refusal !== null)
    throw new UserError(`<#${feed.channelId}> is paused: ${sayRefusal(refusal)}. ${sayRemedy(refusal)}`);
  const lacking = lackingIn(interaction, feed.channelId);
  if (lacking.length > 0) {
    throw new UserError(
      `I may not post in <#${feed.channelId}>: allow me ${lacking.join(', ')} there, then test again.`,
    );
  }
  const now = context.now();
  const notice = { target, cause: sampleCause(feed, now), subscriptionIds: [feed.id], dueAt: now };
  await context.journal.record({ changes: [], notices: [notice] });
  context.wake([target]);
  await interaction.editReply(saySample(feed.channelId, await sampleEnd(feed, now, context)));
}

function saySample(channelId: string, end: SampleEnd): string {
  if (end.kind === 'waiting') return `A sample is on its way to <#${channelId}>; Discord has not taken it yet.`;
  if (end.kind === 'posted') return `A sample is in <#${channelId}> now.`;
  if (end.code === null) return `The sample could not be posted in <#${channelId}>: ${safe(end.why, 100)}.`;
  return `The sample could not be posted in <#${channelId}>: ${sayRefusal(end.code)}. ${sayRemedy(end.code)}`;
}
