import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { formatRefusal, formatRemedy } from '../../src/discord/render/alert/paused.ts';
import { sampleCause } from '../../src/discord/render/alert/sample.ts';
import { safe } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import { targetOf } from '../../src/routing/target.ts';
import { readFeed } from './feed-option.ts';
import { lackingIn } from './permission.ts';
import { type SampleEnd, sampleEnd } from './sample-end.ts';

/**
 * `/feed test`: a sample takes the way of every notice, so that what stops them shows. Where Crier is known to be stopped, it
 * does not try: Discord's refusal would pause all feeds of the channel.
 */
export async function testFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = readFeed(interaction, context);
  const target = targetOf(feed);
  const refusal = context.pauseCodeOf(target);
  if (refusal !== null) {
    throw new UserError(
      (language) =>
        `<#${feed.channelId}> is paused: ${formatRefusal(refusal, language)}. ${formatRemedy(refusal, language)}`,
    );
  }
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
  await interaction.editReply(
    formatSample(feed.channelId, await sampleEnd(feed, now, context), context.languages.of(interaction.locale)),
  );
}

function formatSample(channelId: string, end: SampleEnd, language: Language): string {
  if (end.kind === 'waiting') return `A sample is on its way to <#${channelId}>; Discord has not taken it yet.`;
  if (end.kind === 'posted') return `A sample is in <#${channelId}> now.`;
  if (end.code === null) return `The sample could not be posted in <#${channelId}>: ${safe(end.why, 100)}.`;
  return `The sample could not be posted in <#${channelId}>: ${formatRefusal(end.code, language)}. ${formatRemedy(end.code, language)}`;
}
