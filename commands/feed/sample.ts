import { setTimeout as wait } from 'node:timers/promises';
import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import { type ActionInteraction, type CommandContext, UserError } from '../../src/discord/command/command.ts';
import { formatStanding, formatWhy, stoppingFeeds } from '../../src/discord/render/answer/feed-standing.ts';
import { COLOURS, card, type Layout, text } from '../../src/discord/render/layout.ts';
import { formatPermissions, refusalCodeIn } from '../../src/discord/render/words/refusal.ts';
import { safe } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import type { Change } from '../../src/market/change.ts';
import { identify } from '../../src/market/item/identity.ts';
import type { Item } from '../../src/market/item/item.ts';
import { itemName } from '../../src/market/item/item-name.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { type Cause, isSample, targetOf } from '../../src/routing/notice.ts';
import { type FeedInteraction, lackingIn, readFeed, readStanding, requireFeed } from './managed-feed.ts';

export async function testFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const feed = await readFeed(interaction, context);
  await interaction.editReply(await sendSample(feed, interaction, context));
}

/** Handles *Send a sample* below the answer to a feed. */
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
 * Sends a sample through outbox and delivery like every notice, so that it shows any obstacle. It is not sent if an
 * obstacle is known, because Discord's rejection would pause all feeds of the channel.
 */
async function sendSample(feed: Feed, asker: FeedInteraction, context: CommandContext): Promise<Layout> {
  const target = targetOf(feed);
  const channel = `<#${feed.channelId}>`;
  const standing = await readStanding(asker, feed.channelId, context);
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

/** Renders the outcome of a sample for the moderator who asked for it. */
export function renderSample(channel: string, end: SampleEnd, language: Language): Layout {
  if (end.kind === 'waiting') return card(COLOURS.neutral, text(language.say('feed.sample.waiting', { channel })));
  if (end.kind === 'posted') return card(COLOURS.good, text(language.say('feed.sample.posted', { channel })));
  const why = end.code === null ? safe(end.why, 100) : formatWhy(end.code, language);
  return card(COLOURS.warning, text(language.say('feed.sample.failed', { channel, why })));
}

/**
 * Limits the wait for Discord's answer. A sample leaves within 2 s after a quiet moment, later behind other messages.
 */
const SAMPLE_WAIT_MS = 5_000;
const POLL_EVERY_MS = 100;

/** The outcome of a sample. `code` is Discord's JSON error code, or null if it sent none. */
type SampleEnd =
  | { readonly kind: 'posted' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly code: number | null; readonly why: string };

/**
 * Waits for some seconds until Discord has answered a feed's sample.
 * @param dueAt identifies the sample, epoch ms
 */
async function sampleEnd(feed: Feed, dueAt: number, context: Pick<CommandContext, 'journal'>): Promise<SampleEnd> {
  for (let waitedMs = 0; waitedMs < SAMPLE_WAIT_MS; waitedMs += POLL_EVERY_MS) {
    await wait(POLL_EVERY_MS);
    const end = await endNow(feed, dueAt, context);
    if (end.kind !== 'waiting') return end;
  }
  return { kind: 'waiting' };
}

async function endNow(
  { id, channelId }: Feed,
  dueAt: number,
  { journal }: Pick<CommandContext, 'journal'>,
): Promise<SampleEnd> {
  const past = await journal.noticesOf({ kind: 'channel', id: channelId }, 50, id);
  const end = past.find(({ notice }) => notice.dueAt === dueAt && isSample(notice.cause))?.end ?? null;
  if (end === null || (end.message !== null && end.message.settledAt === null)) return { kind: 'waiting' };
  if (end.message !== null && end.message.messageId !== null) return { kind: 'posted' };
  const why = end.message?.why ?? end.why ?? '?';
  return { kind: 'refused', code: refusalCodeIn(why), why };
}

const LOCATION = { x: 120, y: 64, z: -340, world: 'world' };
const CANVAS = '{canvas:"00000000-0000-4000-8000-000000000000_1"}';
const OWNER = { name: 'Steve', uuid: '00000000-0000-4000-8000-000000000000' };

const SAMPLE_SHOP = {
  id: 0,
  owner: OWNER,
  location: LOCATION,
  side: 'ask',
  kind: 'SELLING',
  price: 4,
  remaining: 64,
} as const;

/** Makes an event that this feed could post, for `/feed test`. It is marked as a sample in every text. */
function sampleCause(feed: Feed, now: number): Cause {
  if (feed.kind === 'health') {
    return { kind: 'server', at: now, state: 'up', before: 'slow', lastedMs: 4 * 60_000, isSample: true };
  }
  return { kind: 'sample', change: sampleChange(feed, now) };
}

function sampleChange(feed: Feed, at: number): Change {
  const type = feed.filter.item?.type ?? (feed.kind === 'banned-paintings' ? 'PAINTING' : 'SLIME_BLOCK');
  const item: Item = {
    identity: identify(type, feed.kind === 'banned-paintings' ? CANVAS : '{}'),
    quantity: 16,
    name: itemName(type),
    contents: [],
  };
  const shop: Shop = { ...SAMPLE_SHOP, item };
  switch (feed.kind) {
    case 'auctions':
      return { kind: 'auctioned', at, auction: { kind: 'auction', at, item, sold: 16, finalBid: 64 } };
    case 'restocks':
      return { kind: 'restocked', at, shop, before: { ...shop, remaining: 0 } };
    case 'price-drops':
      return { kind: 'price-changed', at, shop, before: { ...shop, price: 5 } };
    case 'sold-out':
      return { kind: 'sold-out', at, shop: { ...shop, remaining: 0 }, before: shop };
    case 'listings':
    case 'deals':
    case 'banned-paintings':
      return { kind: 'listed', at, shop };
    default: {
      const kind = feed.kind === 'sales' ? 'sale' : 'purchase';
      const sign = { amount: 16, price: 4 };
      return {
        kind: 'traded',
        at,
        trade: { kind, at, item, moved: 32, paid: 8, sign, location: LOCATION },
        shop: null,
      };
    }
  }
}
