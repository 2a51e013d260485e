import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { describeFeed } from '../../src/discord/render/words/describe.ts';
import { count } from '../../src/discord/render/words/text.ts';
import { unpauseFeed } from '../../src/subscriptions/feed-changes.ts';
import { readFeed } from './feed-option.ts';

/** `/feed pause` */
export async function pauseFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = readFeed(interaction, context);
  await context.settings.putFeed({ ...feed, paused: true });
  await interaction.editReply(
    `Paused: ${describeFeed(feed, context.languages.of(interaction.locale))} in <#${feed.channelId}>.`,
  );
}

/** `/feed resume`: also takes back a pause that Discord's refusal forced on the channel. */
export async function resumeFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = readFeed(interaction, context);
  const { wasRefused, othersOn } = await unpauseFeed(feed, context);
  const others =
    !wasRefused || othersOn === 0 ? '' : `, and ${count(othersOn, 'other feed', interaction.locale)} there`;
  const lost = wasRefused ? ' What came meanwhile is not told.' : '';
  await interaction.editReply(
    `On again: ${describeFeed(feed, context.languages.of(interaction.locale))} in <#${feed.channelId}>${others}.${lost}`,
  );
}

/** `/feed remove` */
export async function removeFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = readFeed(interaction, context);
  await context.settings.removeFeed(feed.id);
  await interaction.editReply(
    `Removed: ${describeFeed(feed, context.languages.of(interaction.locale))} in <#${feed.channelId}>.`,
  );
}
