import { type Change, shopOf } from '../../market/change.ts';
import { displayName } from '../../market/label.ts';
import type { Telling } from '../../ports/messenger.ts';
import { price, whole } from './number.ts';
import { sayPlace, sayShopChange } from './say-shop.ts';
import { sayStanding } from './say-standing.ts';
import { safe, stamp } from './text.ts';

/** One thing that happened, in words: `title` and `lines` stand in markdown, safe to show. */
export interface Happening {
  readonly title: string;
  readonly lines: readonly string[];
  readonly colour: number;
}

const COLOURS = { auction: 0xe0a526, purchase: 0x3ba55d, sale: 0x4a90d9, shop: 0x9b6dd6, banned: 0xd9534f };
const NAME_LENGTH = 80;

/**
 * Says tellings of equal changes (as `sameHappening` tells) as one: `3 purchases: 192 × Diamond`.
 * @param group at least one telling of a change or a sample
 */
export function sayHappening(group: readonly Telling[], locale: string): Happening {
  const changes = group.map(changeOf);
  const [first] = group;
  const latest = changes.at(-1);
  if (!first || !latest) throw new RangeError('a happening without a change');
  const happening = say(latest, changes, first, locale);
  return first.notice.cause.kind === 'sample' ? { ...happening, title: `Sample: ${happening.title}` } : happening;
}

/** Changes that may be told as one have the same words but for their count: the key says which. */
export function sameHappening(change: Change): string {
  if (change.kind === 'traded') {
    const { trade } = change;
    const { x, y, z, world } = trade.location;
    return ['traded', trade.kind, trade.item.identity.key, trade.paid / trade.moved, x, y, z, world].join(' ');
  }
  if (change.kind === 'auctioned') {
    const { auction } = change;
    return ['auctioned', auction.item.identity.key, auction.sold, auction.finalBid].join(' ');
  }
  const shop = shopOf(change);
  return [change.kind, shop.id, shop.price].join(' ');
}

export function changeOf(telling: Telling): Change {
  const { cause } = telling.notice;
  if (!('change' in cause)) throw new RangeError(`${cause.kind} is no change`);
  return cause.change;
}

function say(latest: Change, all: readonly Change[], telling: Telling, locale: string): Happening {
  const { sources, worth } = telling;
  if (latest.kind === 'auctioned') return sayAuction(latest, all, worth, locale);
  if (latest.kind === 'traded') return sayTrade(latest, all, worth, locale);
  const said = sayShopChange(latest, telling, locale);
  const isBanned = sources.some((source) => 'kind' in source && source.kind === 'banned-paintings');
  if (!isBanned) return { ...said, colour: COLOURS.shop };
  return {
    ...said,
    title: latest.kind === 'banned' ? said.title : `Banned painting: ${said.title}`,
    colour: COLOURS.banned,
  };
}

function sayAuction(
  latest: Change & { kind: 'auctioned' },
  all: readonly Change[],
  worth: number | null,
  locale: string,
): Happening {
  const { item, sold, finalBid } = latest.auction;
  const each = sold === 1 ? '' : ` (${price(finalBid / sold, locale)} each)`;
  const times = all.length === 1 ? '' : `${whole(all.length, locale)} auctions: `;
  return {
    title: `${times || 'Auction: '}${whole(sold, locale)} × ${safe(displayName(item), NAME_LENGTH)}`,
    lines: [`For **${price(finalBid, locale)}**${each}${sayStanding(finalBid / sold, worth, locale)} · ${when(all)}`],
    colour: COLOURS.auction,
  };
}

function sayTrade(
  latest: Change & { kind: 'traded' },
  all: readonly Change[],
  worth: number | null,
  locale: string,
): Happening {
  const { kind, item, location } = latest.trade;
  const trades = all.flatMap((change) => (change.kind === 'traded' ? [change.trade] : []));
  const moved = trades.reduce((sum, trade) => sum + trade.moved, 0);
  const paid = trades.reduce((sum, trade) => sum + trade.paid, 0);
  const [one, many] = kind === 'purchase' ? ['Bought', 'purchases'] : ['Sold to a shop', 'sales to a shop'];
  const lead = trades.length === 1 ? one : `${whole(trades.length, locale)} ${many}`;
  const each = moved === 1 ? '' : ` (${price(paid / moved, locale)} each)`;
  return {
    title: `${lead}: ${whole(moved, locale)} × ${safe(displayName(item), NAME_LENGTH)}`,
    lines: [
      `For **${price(paid, locale)}**${each}${sayStanding(paid / moved, worth, locale)} · ${when(all)}`,
      sayPlace(latest.shop, location),
    ],
    colour: COLOURS[kind],
  };
}

function when(changes: readonly Change[]): string {
  const times = changes.map((change) => change.at);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  return Math.floor(from / 60_000) === Math.floor(to / 60_000) ? stamp(to) : `${stamp(from, 't')}–${stamp(to, 't')}`;
}
