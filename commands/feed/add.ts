import { randomUUID } from 'node:crypto';
import type { ChatInputCommandInteraction } from 'discord.js';
import { marketFor } from '../../src/discord/command/answer.ts';
import { refuseForAuctions } from '../../src/discord/command/auction-filter.ts';
import type { Desk } from '../../src/discord/command/command.ts';
import { Complaint } from '../../src/discord/command/complaint.ts';
import { readFilter } from '../../src/discord/command/read-filter.ts';
import { describeFeed } from '../../src/discord/render/describe.ts';
import { FEED_KINDS, FEED_STYLES, type Feed } from '../../src/routing/feed.ts';
import { readChannel } from './permission.ts';

/** `/feed add` */
export async function addFeed(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const { options, guildId, user } = interaction;
  if (!guildId) throw new Complaint('Feeds are for servers: use this in a channel of one.');
  const kind = FEED_KINDS.find((one) => one === options.getString('kind', true));
  if (!kind) throw new Complaint(`Choose a \`kind\`: ${FEED_KINDS.join(', ')}.`);
  const { channelId, lacking } = readChannel(interaction, desk);
  const count = desk.book.feedsOf(guildId).length;
  if (count >= desk.limits.feedsPerGuild) {
    throw new Complaint(`This server has ${count} feeds, the most it can have. Remove one first.`);
  }
  const market = options.getString('item') === null ? null : await marketFor(interaction, desk, true);
  const filter = readFilter(options, market, 'any-type');
  if (kind === 'auctions') refuseForAuctions(filter);
  const feed: Feed = {
    id: randomUUID().slice(0, 8),
    guildId,
    channelId,
    makerId: user.id,
    kind,
    style: FEED_STYLES.find((one) => one === options.getString('style')) ?? 'cards',
    filter,
    minValue: options.getNumber('min-value') ?? 0,
    everyMinutes: options.getInteger('every') ?? 0,
    locale: interaction.guildLocale ?? interaction.locale,
    createdAt: desk.now(),
    paused: false,
  };
  await desk.settings.putFeed(feed);
  desk.greet({ kind: 'user', id: user.id });
  const hint = lacking.length > 0 ? `\n⚠️ I cannot write there yet: allow me ${lacking.join(', ')}.` : '';
  await interaction.editReply(
    `<#${channelId}> will hear of: ${describeFeed(feed, interaction.locale)}.${hint}\n-# \`/feed test\` posts a sample there.`,
  );
}
