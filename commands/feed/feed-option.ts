import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import type { Choice, CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { describeFeed } from '../../src/discord/render/words/describe.ts';
import { clip, unmark } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { requireManager } from './permission.ts';

/** @throws UserError where no such feed is in this server, or its channel is not the member's to manage */
export function readFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Feed {
  const id = interaction.options.getString('feed', true);
  const feed = context.subscriptions.feedsOf(interaction.guildId ?? '').find((feed) => feed.id === id);
  if (!feed) throw new UserError('No such feed in this server. Pick one from the list that opens as you type.');
  requireManager(interaction, feed.channelId);
  return feed;
}

/** The server's feeds whose name holds what was typed. */
export function suggestFeeds(interaction: AutocompleteInteraction, context: CommandContext): readonly Choice[] {
  const text = interaction.options.getFocused().toLowerCase();
  return context.subscriptions
    .feedsOf(interaction.guildId ?? '')
    .map((feed) => ({ name: nameOf(feed, interaction, context.languages.of(interaction.locale)), value: feed.id }))
    .filter(({ name }) => name.toLowerCase().includes(text))
    .slice(0, 25);
}

function nameOf(feed: Feed, interaction: AutocompleteInteraction, language: Language): string {
  const channel = interaction.guild?.channels.cache.get(feed.channelId)?.name ?? feed.channelId;
  const what = unmark(describeFeed(feed, language));
  return clip(`#${channel}: ${what}${feed.paused ? ' (paused)' : ''}`, 100);
}
