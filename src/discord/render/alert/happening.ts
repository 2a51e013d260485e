import type { Language } from '../../../language/language.ts';
import { price, whole } from '../../../language/number.ts';
import { type Change, shopOf } from '../../../market/change.ts';
import { contentsOf } from '../../../market/item/contents.ts';
import type { Item } from '../../../market/item/item.ts';
import { displayName } from '../../../market/item/label.ts';
import type { Filter } from '../../../market/search/filter.ts';
import type { NoticeInContext } from '../../../ports/messenger.ts';
import { formatStanding } from '../words/format-standing.ts';
import { formatContained, formatWith, type Inside, insideEvent } from '../words/found-inside.ts';
import { safe, stamp } from '../words/text.ts';
import { formatPlace, formatShopChange } from './format-shop.ts';

/** One thing that happened, in words: `title` and `lines` stand in markdown, safe to show. */
export interface Happening {
  readonly title: string;
  readonly lines: readonly string[];
  readonly colour: number;
}

const COLOURS = { auction: 0xe0a526, purchase: 0x3ba55d, sale: 0x4a90d9, shop: 0x9b6dd6, banned: 0xd9534f };
const NAME_LENGTH = 80;

/**
 * Says notices of equal changes (as `sameHappening` tells) as one: `3 purchases: 192 × Diamond`.
 * @param group at least one notice of a change or a sample
 */
export function formatHappening(group: readonly NoticeInContext[], language: Language): Happening {
  const changes = group.map(changeOf);
  const [first] = group;
  const latest = changes.at(-1);
  if (!first || !latest) throw new RangeError('a happening without a change');
  const happening = say(latest, changes, first, language);
  return first.notice.cause.kind === 'sample' ? { ...happening, title: `Sample: ${happening.title}` } : happening;
}

/** Changes that may be shown as one have the same words but for their count: the key says which. */
export function sameHappening(change: Change): string {
  if (change.kind === 'traded') {
    const { trade } = change;
    const { x, y, z, world } = trade.location;
    return ['traded', trade.kind, goodsKey(trade.item), trade.paid / trade.moved, x, y, z, world].join(' ');
  }
  if (change.kind === 'auctioned') {
    const { auction } = change;
    return ['auctioned', goodsKey(auction.item), auction.sold, auction.finalBid].join(' ');
  }
  const shop = shopOf(change);
  return [change.kind, shop.id, shop.price, ...(change.kind === 'banned' ? [change.canvas] : [])].join(' ');
}

/** A box is one thing with this in it, and another with that. */
function goodsKey(item: Item): string {
  const inside = [...contentsOf(item)].map(({ identity, quantity }) => `${identity.key} ${quantity}`);
  return [item.identity.key, ...inside].join(' ');
}

export function changeOf(entry: NoticeInContext): Change {
  const { cause } = entry.notice;
  if (!('change' in cause)) throw new RangeError(`${cause.kind} is no change`);
  return cause.change;
}

function say(latest: Change, all: readonly Change[], entry: NoticeInContext, language: Language): Happening {
  if (latest.kind === 'auctioned') return formatAuction(latest, all, entry, language);
  if (latest.kind === 'traded') return formatTrade(latest, all, entry, language);
  const { news, title, lines } = formatShopChange(latest, entry, language);
  return { title, lines, colour: news === 'banned' ? COLOURS.banned : COLOURS.shop };
}

function formatAuction(
  latest: Change & { kind: 'auctioned' },
  all: readonly Change[],
  entry: NoticeInContext,
  language: Language,
): Happening {
  const { item, sold, finalBid } = latest.auction;
  const times = all.length;
  const inside = insideEvent(latest.auction, filtersOf(entry));
  const lead = times === 1 ? 'Auction' : `${whole(times, language)} auctions`;
  const [count, paid] = [times * sold, times * finalBid];
  // Where each sold one thing, the price of one is the bid already.
  const isBidHidden = times > 1 && (sold > 1 || inside !== null);
  const bids = isBidHidden ? `${whole(times, language)} × ${price(finalBid, language)}` : undefined;
  const facts = formatEach(count, paid, inside, entry, language, bids);
  return {
    title: `${lead}: ${formatGoods(item, count, inside, language)}`,
    lines: [`For **${price(paid, language)}**${facts} · ${when(all)}`],
    colour: COLOURS.auction,
  };
}

function formatTrade(
  latest: Change & { kind: 'traded' },
  all: readonly Change[],
  entry: NoticeInContext,
  language: Language,
): Happening {
  const { kind, item, location } = latest.trade;
  const trades = all.flatMap((change) => (change.kind === 'traded' ? [change.trade] : []));
  const moved = trades.reduce((sum, trade) => sum + trade.moved, 0);
  const paid = trades.reduce((sum, trade) => sum + trade.paid, 0);
  const [one, many] = kind === 'purchase' ? ['Bought', 'purchases'] : ['Sold to a shop', 'sales to a shop'];
  const lead = trades.length === 1 ? one : `${whole(trades.length, language)} ${many}`;
  const inside = insideEvent(latest.trade, filtersOf(entry));
  return {
    title: `${lead}: ${formatGoods(item, moved, inside, language)}`,
    lines: [
      `For **${price(paid, language)}**${formatEach(moved, paid, inside, entry, language)} · ${when(all)}`,
      formatPlace(latest.shop, location),
    ],
    colour: COLOURS[kind],
  };
}

function filtersOf({ subscriptions }: NoticeInContext): readonly Filter[] {
  return subscriptions.map(({ filter }) => filter);
}

/** `2 × Shulker Box, each with 64 × Emerald` */
function formatGoods(item: Item, count: number, inside: Inside | null, language: Language): string {
  const each = inside !== null && count > 1 ? ', each' : '';
  return `${whole(count, language)} × ${safe(displayName(item), NAME_LENGTH)}${each}${formatWith(inside, language)}`;
}

/** The price of one, where it says more than the total, and how that stands to its worth. `bids`: what the total is made of. */
function formatEach(
  count: number,
  paid: number,
  inside: Inside | null,
  { worth }: NoticeInContext,
  language: Language,
  bids?: string,
): string {
  const unitPrice = paid / count;
  const each = inside === null ? count > 1 && `${price(unitPrice, language)} each` : formatInner(inside, language);
  const facts = [bids, each].filter(Boolean).join(', ');
  return `${facts && ` (${facts})`}${inside === null ? formatStanding(unitPrice, worth, language) : ''}`;
}

function formatInner(inside: Inside, language: Language): string {
  return inside.unitPrice === null ? '' : `${price(inside.unitPrice, language)} for one ${formatContained(inside)}`;
}

function when(changes: readonly Change[]): string {
  const times = changes.map((change) => change.at);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  return Math.floor(from / 60_000) === Math.floor(to / 60_000) ? stamp(to) : `${stamp(from, 't')}–${stamp(to, 't')}`;
}
