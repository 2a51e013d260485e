import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { price, whole } from '../../../language/number.ts';
import { type Change, shopOf } from '../../../market/change.ts';
import { identify } from '../../../market/item/identity.ts';
import type { Item } from '../../../market/item/item.ts';
import { displayName } from '../../../market/item/label.ts';
import type { NoticeInContext } from '../../../ports/messenger.ts';
import { count, fitList, safe, stampLately } from '../words/text.ts';
import { formatPaintings, formatPlace } from './format-shop.ts';
import { changeOf } from './happening.ts';
import { newsOf, type ShopNews } from './shop-news.ts';

type Kind = 'auction' | 'purchase' | 'sale' | ShopNews;

/** Every kind that can happen, the gravest first, with one of it and several. */
const KINDS: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  banned: ['offer of a banned painting', 'offers of banned paintings'],
  undercut: ['offer below yours', 'offers below yours'],
  auction: ['auction', 'auctions'],
  purchase: ['purchase', 'purchases'],
  sale: ['sale to a shop', 'sales to shops'],
  cheaper: ['price drop', 'price drops'],
  new: ['new offer', 'new offers'],
  wanted: ['wanted item', 'wanted items'],
  restocked: ['restock', 'restocks'],
  'sold-out': ['empty shop', 'empty shops'],
  gone: ['gone shop', 'gone shops'],
  changed: ['changed offer', 'changed offers'],
};

/** All of one kind and item. `paid`: diamonds in all; null: nothing was, as a shop's offer is no payment. */
interface Row {
  readonly name: string;
  readonly times: number;
  readonly items: number;
  readonly paid: number | null;
}

/** A kind names its first items, in so many characters; twelve kinds fit beside the banned paintings. */
const ITEMS = 5;
const ITEMS_CHARACTERS = 170;
const NAME_LENGTH = 40;
const BANNED_CHARACTERS = 1_200;

/** Many notices by kind, each with its full count and the items of the largest value; banned paintings with their places. */
export function formatDigest(entries: readonly NoticeInContext[], language: Language, now: number): APIEmbed {
  const byKind = Map.groupBy(entries, kindOf);
  const sections = (Object.keys(KINDS) as Kind[]).flatMap((kind) => {
    const group = byKind.get(kind);
    return group ? [formatKind(kind, group, language)] : [];
  });
  const from = Math.min(now, ...entries.map((entry) => changeOf(entry).at));
  return {
    title: `${count(entries.length, 'event', language.tag)} in short`,
    description: [`Since ${stampLately(from, now)}, more than fits one by one:`, ...sections].join('\n'),
  };
}

function kindOf(entry: NoticeInContext): Kind {
  const change = changeOf(entry);
  if (change.kind === 'auctioned') return 'auction';
  return change.kind === 'traded' ? change.trade.kind : newsOf(change, entry)[0];
}

function formatKind(kind: Kind, group: readonly NoticeInContext[], language: Language): string {
  const [one, many] = KINDS[kind];
  const lead = `**${count(group.length, one, language.tag, many)}**`;
  const changes = group.map(changeOf);
  return kind === 'banned'
    ? `${lead}:\n${formatBanned(changes, language)}`
    : `${lead}: ${formatRows(rowsOf(group), language)}`;
}

/** Each banned painting with its id and where it is on sale. */
function formatBanned(changes: readonly Change[], language: Language): string {
  const places = changes.flatMap((change) => {
    if (change.kind === 'auctioned' || change.kind === 'traded') return [];
    const shop = shopOf(change);
    return [...formatPaintings(change), formatPlace(shop, shop.location)].join(' · ');
  });
  return fitList([...new Set(places)], BANNED_CHARACTERS, (left) => `… and ${whole(left, language)} more`);
}

function rowsOf(entries: readonly NoticeInContext[]): Row[] {
  const facts = entries.map(({ hasOpenVariant = false, ...entry }) => {
    return { ...factsOf(changeOf(entry)), hasOpenVariant };
  });
  // An unknown variant that is not worth a word has no row of its own: it would read like the plain item's.
  const byItem = Map.groupBy(facts, ({ item: { identity }, hasOpenVariant }) =>
    identity.variant === null && !hasOpenVariant ? identify(identity.type).key : identity.key,
  );
  const sumOf = (of: typeof facts, figure: 'items' | 'paid') => of.reduce((sum, one) => sum + (one[figure] ?? 0), 0);
  const rows = [...byItem.values()].flatMap((same): Row[] => {
    const [first] = same;
    if (!first) return [];
    const paid = first.paid === null ? null : sumOf(same, 'paid');
    const name = safe(displayName(first.item, first.hasOpenVariant), NAME_LENGTH);
    return [{ name, times: same.length, items: sumOf(same, 'items'), paid }];
  });
  return rows.sort((a, b) => (b.paid ?? 0) - (a.paid ?? 0) || b.times - a.times);
}

function factsOf(change: Change): { readonly item: Item; readonly items: number; readonly paid: number | null } {
  if (change.kind === 'auctioned') {
    const { item, sold, finalBid } = change.auction;
    return { item, items: sold, paid: finalBid };
  }
  if (change.kind === 'traded') {
    const { item, moved, paid } = change.trade;
    return { item, items: moved, paid };
  }
  return { item: shopOf(change).item, items: 0, paid: null };
}

/** The first always, of the next few those that there is room for, and how many more items there are. */
function formatRows(rows: readonly Row[], language: Language): string {
  const said = rows.slice(0, ITEMS).map((row) => formatRow(row, language));
  while (said.length > 1 && said.join('; ').length > ITEMS_CHARACTERS) said.pop();
  const left = rows.length - said.length;
  return [...said, ...(left > 0 ? [`and ${count(left, 'more item', language.tag)}`] : [])].join('; ');
}

function formatRow({ name, times, items, paid }: Row, language: Language): string {
  if (paid === null) return times === 1 ? name : `${name} (${whole(times, language)} times)`;
  return `${whole(items, language)} × ${name} for ${price(paid, language)} (${price(paid / items, language)} each)`;
}
