import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { formatRefusal } from '../../src/discord/render/alert/paused.ts';
import { formatLack } from '../../src/discord/render/answer/settings-lack.ts';
import { describeFeed } from '../../src/discord/render/words/describe.ts';
import { formatStreamDown } from '../../src/discord/render/words/freshness.ts';
import { fitList } from '../../src/discord/render/words/text.ts';
import { targetOf } from '../../src/routing/target.ts';

/** `/feed list` */
export async function listFeeds(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feeds = context.subscriptions.feedsOf(interaction.guildId ?? '');
  const lack = formatLack(context.settingsLack(), 'feeds', context.languages.of(interaction.locale));
  if (feeds.length === 0) {
    await interaction.editReply(['No feeds here yet. `/feed add` makes one.', ...lack].join('\n'));
    return;
  }
  const lines = feeds.map((feed) => {
    const refusal = context.pauseCodeOf(targetOf(feed));
    const held = [
      feed.paused && 'paused',
      refusal !== null && formatRefusal(refusal, context.languages.of(interaction.locale)),
    ].filter((why) => why !== false);
    const state = held.length > 0 ? ` · ⏸ ${held.join('; ')}` : '';
    return `<#${feed.channelId}> ${describeFeed(feed, context.languages.of(interaction.locale))}${state}`;
  });
  const stream = context.status.stream();
  if (stream.state !== 'live') {
    lines.push(
      `-# ${formatStreamDown(stream, 'auctions and trades', context.now(), context.languages.of(interaction.locale))}`,
    );
  }
  const listed = fitList(lines, 3_500, (left) => `… and ${left} more.`);
  await interaction.editReply({
    embeds: [{ title: 'Feeds of this server', description: [...lack, listed].join('\n') }],
  });
}
