import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import type { Choice, Desk } from '../../src/discord/command/command.ts';
import { Complaint } from '../../src/discord/command/complaint.ts';
import { describeFeed } from '../../src/discord/render/describe.ts';
import { sayRefusal } from '../../src/discord/render/paused.ts';
import { sampleChange } from '../../src/discord/render/sample.ts';
import { clip, unmark } from '../../src/discord/render/text.ts';
import type { Feed } from '../../src/routing/feed.ts';
import type { Target } from '../../src/routing/notice.ts';
import { requireManager } from './permission.ts';

/** `/feed list` */
export async function listFeeds(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const feeds = desk.book.feedsOf(interaction.guildId ?? '');
  if (feeds.length === 0) {
    await interaction.editReply('No feeds here yet. `/feed add` makes one.');
    return;
  }
  const lines = feeds.map((feed) => {
    const refusal = desk.pausedBy(targetOf(feed));
    const state = refusal !== null ? ` · ⏸ ${sayRefusal(refusal)}` : feed.paused ? ' · ⏸ paused' : '';
    return `<#${feed.channelId}> ${describeFeed(feed, interaction.locale)}${state}`;
  });
  await interaction.editReply({
    embeds: [{ title: 'Feeds of this server', description: clip(lines.join('\n'), 4_000) }],
  });
}

/** `/feed pause` */
export async function pauseFeed(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const feed = readFeed(interaction, desk);
  await desk.settings.putFeed({ ...feed, paused: true });
  await interaction.editReply(`Paused: ${describeFeed(feed, interaction.locale)} in <#${feed.channelId}>.`);
}

/** `/feed resume`: also takes back a pause that Discord's refusal forced on the channel. */
export async function resumeFeed(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const feed = readFeed(interaction, desk);
  await desk.settings.putFeed({ ...feed, paused: false });
  await desk.resume(targetOf(feed));
  await interaction.editReply(`On again: ${describeFeed(feed, interaction.locale)} in <#${feed.channelId}>.`);
}

/** `/feed remove` */
export async function removeFeed(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const feed = readFeed(interaction, desk);
  await desk.settings.removeFeed(feed.id);
  await interaction.editReply(`Removed: ${describeFeed(feed, interaction.locale)} in <#${feed.channelId}>.`);
}

/** `/feed test`: a sample takes the way of every notice, so that what stops them shows. */
export async function testFeed(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const feed = readFeed(interaction, desk);
  const target = targetOf(feed);
  const refusal = desk.pausedBy(target);
  if (refusal !== null)
    throw new Complaint(`<#${feed.channelId}> is paused: ${sayRefusal(refusal)}. \`/feed resume\` first.`);
  const now = desk.now();
  const cause = { kind: 'sample', change: sampleChange(feed, now) } as const;
  await desk.journal.record({ events: [], notices: [{ target, cause, sources: [feed.id], dueAt: now }] });
  desk.wake([target]);
  await interaction.editReply(`A sample is on its way to <#${feed.channelId}>.`);
}

export function suggestFeeds(interaction: AutocompleteInteraction, desk: Desk): readonly Choice[] {
  const text = interaction.options.getFocused().toLowerCase();
  return desk.book
    .feedsOf(interaction.guildId ?? '')
    .map((feed) => ({ name: nameOf(feed, interaction), value: feed.id }))
    .filter(({ name }) => name.toLowerCase().includes(text))
    .slice(0, 25);
}

function nameOf(feed: Feed, interaction: AutocompleteInteraction): string {
  const channel = interaction.guild?.channels.cache.get(feed.channelId)?.name ?? feed.channelId;
  const what = unmark(describeFeed(feed, interaction.locale));
  return clip(`#${channel}: ${what}${feed.paused ? ' (paused)' : ''}`, 100);
}

/** @throws Complaint where no such feed is in this server, or its channel is not the member's to manage */
function readFeed(interaction: ChatInputCommandInteraction, desk: Desk): Feed {
  const id = interaction.options.getString('feed', true);
  const feed = desk.book.feedsOf(interaction.guildId ?? '').find((feed) => feed.id === id);
  if (!feed) throw new Complaint('No such feed in this server. Pick one from the list that opens as you type.');
  requireManager(interaction, feed.channelId);
  return feed;
}

function targetOf(feed: Feed): Target {
  return { kind: 'channel', id: feed.channelId };
}
