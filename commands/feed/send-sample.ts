import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { sampleCause } from '../../src/discord/render/alert/sample.ts';
import { formatStanding, formatWhy, stoppingFeeds } from '../../src/discord/render/answer/feed-standing.ts';
import { COLOURS, card, type Layout, text } from '../../src/discord/render/layout/layout.ts';
import { formatPermissions } from '../../src/discord/render/words/refusal.ts';
import { safe } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { targetOf } from '../../src/routing/target.ts';
import { readFeed, requireFeed } from './feed-option.ts';
import { type Asker, lackingIn, standingOf } from './permission.ts';
import { type SampleEnd, sampleEnd } from './sample-end.ts';

/** `/feed test` */
export async function testFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = await readFeed(interaction, context);
  await interaction.editReply(await sendSample(feed, interaction, context));
}

/** *Send a sample* under the answer to a feed. */
export async function sampleByButton(
  interaction: ActionInteraction,
  id: string,
  context: CommandContext,
): Promise<void> {
  const feed = await requireFeed(interaction, id, context);
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  await interaction.editReply(await sendSample(feed, interaction, context));
}

/**
 * A sample takes the way of every notice, so that what stops them shows. Where Crier is known to be stopped, it does not try:
 * Discord's refusal would pause all feeds of the channel.
 */
async function sendSample(feed: Feed, asker: Asker, context: CommandContext): Promise<Layout> {
  const target = targetOf(feed);
  const channel = `<#${feed.channelId}>`;
  const standing = await standingOf(asker, feed.channelId, context);
  if (standing.stopped !== null) {
    throw new UserError((language) => `${channel}\n${formatStanding(standing, [feed], language).join('\n')}`);
  }
  const lacking = lackingIn(asker, feed.channelId) ?? [];
  if (stoppingFeeds(lacking).length > 0) {
    throw new UserError((language) =>
      language.say('feed.error.lacking', { channel, permissions: formatPermissions(lacking, language) }),
    );
  }
  const now = context.now();
  const notice = { target, cause: sampleCause(feed, now), subscriptionIds: [feed.id], dueAt: now };
  await context.journal.enqueue([notice]);
  context.wake([target]);
  return renderSample(channel, await sampleEnd(feed, now, context), context.languages.of(asker.locale));
}

/** What became of a sample, for whoever asked for it. */
export function renderSample(channel: string, end: SampleEnd, language: Language): Layout {
  if (end.kind === 'waiting') return card(COLOURS.neutral, text(language.say('feed.sample.waiting', { channel })));
  if (end.kind === 'posted') return card(COLOURS.good, text(language.say('feed.sample.posted', { channel })));
  const why = end.code === null ? safe(end.why, 100) : formatWhy(end.code, language);
  return card(COLOURS.warning, text(language.say('feed.sample.failed', { channel, why })));
}
