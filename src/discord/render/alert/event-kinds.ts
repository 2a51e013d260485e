import type { Key } from '../../../language/english.ts';
import type { Language } from '../../../language/language.ts';
import { type Change, changedShop, type ShopChange } from '../../../market/change.ts';
import type { Filter } from '../../../market/search/filter.ts';
import { hasRestocked, hasSoldOut } from '../../../market/shops/difference.ts';
import type { Shop } from '../../../market/shops/shop.ts';
import { inStock, unitPriceOf } from '../../../market/shops/unit-price.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { FeedKind } from '../../../routing/feed.ts';
import type { WatchTrigger } from '../../../routing/watch.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { insideShop } from '../words/format-offer.ts';

/** Kinds of news in a shop's change. One change may be several of these. */
export type ShopNews =
  | 'banned'
  | 'undercut'
  | 'deal'
  | 'cheaper'
  | 'new'
  | 'wanted'
  | 'restocked'
  | 'sold-out'
  | 'gone'
  | 'changed';

/** Sentences by kind. Missing stock is called out of stock, because only the stream shows that items were sold. */
const NEWS_SENTENCES = {
  banned: 'alert.banned',
  undercut: 'alert.undercut',
  deal: 'alert.deal',
  cheaper: 'alert.cheaper',
  new: 'alert.new',
  wanted: 'alert.wanted',
  restocked: 'alert.restocked',
  'sold-out': 'alert.sold-out',
  gone: 'alert.gone',
  changed: 'alert.changed',
} as const satisfies Record<ShopNews, Key>;

/** The news that a feed or watch asks for, which leads the sentence, or null if it asks for none in particular. */
const ASKED_NEWS: Record<FeedKind | WatchTrigger, ShopNews | null> = {
  listings: 'new',
  listed: 'new',
  restocks: 'restocked',
  restocked: 'restocked',
  'price-drops': 'cheaper',
  'sold-out': 'sold-out',
  'at-or-below': null,
  'at-or-above': null,
  'my-shop': null,
  'banned-paintings': null,
  deals: 'deal',
  'under-worth': 'deal',
  auctions: null,
  auctioned: null,
  purchases: null,
  sales: null,
  trades: null,
  traded: null,
  health: null,
};

/** @returns the news of a change, with the requested kind first */
export function newsOf(
  change: ShopChange,
  { subscriptions, undercuts, deal }: Pick<NoticeInContext, 'subscriptions' | 'undercuts' | 'deal'>,
): readonly [ShopNews, ...ShopNews[]] {
  if (undercuts !== undefined) return ['undercut'];
  const kinds = subscriptions.map((subscription) =>
    subscription.type === 'watch' ? subscription.trigger : subscription.kind,
  );
  if (kinds.includes('banned-paintings')) return ['banned'];
  const filters = subscriptions.map(({ filter }) => filter);
  const changeNews = change.kind === 'price-changed' ? newsOfOffer(change, filters) : [newsOfKind(change)];
  const all: readonly ShopNews[] = deal === undefined ? changeNews : ['deal', ...changeNews];
  const asked = new Set<ShopNews | null>(kinds.map((kind) => ASKED_NEWS[kind]));
  const [first = 'changed', ...others] = all.toSorted((a, b) => Number(asked.has(b)) - Number(asked.has(a)));
  return [first, ...others];
}

/** Returns the key of the sentence for the news. Only an offer that was out of stock is back in stock. */
export function newsSentence(change: ShopChange, news: readonly ShopNews[]) {
  const [first = 'changed'] = news;
  if (change.kind === 'banned') return 'alert.now-banned';
  if (first === 'banned' && changedShop(change).side === 'bid') return 'alert.banned-wanted';
  if (first !== 'cheaper' && first !== 'restocked') return NEWS_SENTENCES[first];
  const isBack = 'before' in change && !inStock(change.before, change.before.remaining);
  if (isBack && news.includes('cheaper') && news.includes('restocked')) return 'alert.restocked-cheaper';
  return first === 'restocked' && !isBack ? 'alert.more-stock' : NEWS_SENTENCES[first];
}

/** @returns the unit prices before and now, or null if the goods differ */
export function unitPrices(
  { before, shop }: Extract<Change, { kind: 'price-changed' }>,
  filters: readonly Filter[],
): { readonly was: number; readonly is: number } | null {
  if (before.side !== shop.side || before.item.identity.key !== shop.item.identity.key) return null;
  const [then, now] = [insideShop(before, filters), insideShop(shop, filters)];
  if (then?.unitPrice != null && now?.unitPrice != null) return { was: then.unitPrice, is: now.unitPrice };
  const areLike = then === null ? now === null : now !== null && then.unitPrice === now.unitPrice;
  return areLike ? { was: unitPriceOf(before), is: unitPriceOf(shop) } : null;
}

function newsOfKind(change: Exclude<ShopChange, { kind: 'price-changed' }>): ShopNews {
  if (change.kind === 'removed') return 'gone';
  if (change.kind !== 'listed' && change.kind !== 'restocked') return change.kind;
  if (change.shop.side === 'bid') return 'wanted';
  return change.kind === 'listed' ? 'new' : 'restocked';
}

function newsOfOffer(change: Extract<Change, { kind: 'price-changed' }>, filters: readonly Filter[]): ShopNews[] {
  const { before, shop } = change;
  const prices = unitPrices(change, filters);
  const is: readonly [ShopNews, boolean][] = [
    ['sold-out', hasSoldOut(before, shop)],
    ['wanted', shop.side === 'bid'],
    ['new', shop.side !== 'bid' && isNew(before, shop, filters)],
    ['cheaper', shop.side === 'ask' && prices !== null && prices.is < prices.was],
    ['restocked', hasRestocked(before, shop)],
  ];
  return is.flatMap(([news, holds]) => (holds ? [news] : []));
}

function isNew(before: Shop, shop: Shop, filters: readonly Filter[]): boolean {
  if (before.side !== shop.side || before.item.identity.key !== shop.item.identity.key) return true;
  return insideShop(shop, filters) !== null && insideShop(before, filters) === null;
}

/** All kinds of events in alerts, most important first. */
export const EVENT_KINDS = [
  'banned',
  'undercut',
  'deal',
  'auction',
  'purchase',
  'sale',
  'cheaper',
  'new',
  'wanted',
  'restocked',
  'sold-out',
  'gone',
  'changed',
] as const satisfies readonly ('auction' | 'purchase' | 'sale' | ShopNews)[];
export type EventKind = (typeof EVENT_KINDS)[number];

const MOST_MINUTES_SHOWN = 90;
const MOST_HOURS_SHOWN = 48;

/** @throws RangeError if the notice has no change, such as one of a paused feed */
export function changeOf(entry: NoticeInContext): Change {
  const { cause } = entry.notice;
  if (!('change' in cause)) throw new RangeError(`${cause.kind} is no change`);
  return cause.change;
}

export function eventKindOf(entry: NoticeInContext): EventKind {
  const change = changeOf(entry);
  if (change.kind === 'auctioned') return 'auction';
  return change.kind === 'traded' ? change.trade.kind : newsOf(change, entry)[0];
}

/** Formats a count such as `5 auctions`. */
export function countKind(kind: EventKind, n: number, language: Language): string {
  const key: `alert.n-${EventKind}` & Key = `alert.n-${kind}`;
  return language.say(key, { n });
}

/** Formats the count of all entries as `5 auctions`, or `5 events` if they are of several kinds. */
export function countEvents(entries: readonly NoticeInContext[], language: Language): string {
  const [first, ...others] = new Set(entries.map(eventKindOf));
  if (first !== undefined && others.length === 0) return countKind(first, countChanges(entries), language);
  return language.say('alert.n-events', { n: countChanges(entries) });
}

/** Counts the changes behind notices. A flood's notice stands for many changes, each other for one. */
export function countChanges(entries: readonly NoticeInContext[]): number {
  return entries.reduce((sum, { notice: { cause } }) => {
    return sum + (cause.kind === 'change' ? (cause.listedWith?.count ?? 1) : 1);
  }, 0);
}

/** Formats `5 auctions in the last 12 minutes` as plain text. */
export function countRecent(entries: readonly NoticeInContext[], now: number, language: Language): string {
  const things = countEvents(entries, language);
  const sinceMs = now - Math.min(now, ...entries.map((entry) => changeOf(entry).at));
  const minutes = Math.max(1, Math.ceil(sinceMs / MINUTE_MS));
  if (minutes <= MOST_MINUTES_SHOWN) return language.say('alert.last-minutes', { things, n: minutes });
  const hours = Math.ceil(minutes / 60);
  if (hours <= MOST_HOURS_SHOWN) return language.say('alert.last-hours', { things, n: hours });
  return language.say('alert.last-days', { things, n: Math.ceil(hours / 24) });
}
