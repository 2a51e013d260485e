import type { Language } from '../../../language/language.ts';
import { type Change, shopOf } from '../../../market/change.ts';
import { identify } from '../../../market/item/identity.ts';
import type { Item } from '../../../market/item/item.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import { placeFirst } from '../words/format-offer.ts';
import { nameOfItem } from '../words/names.ts';
import { andMore, fitList, safe } from '../words/text.ts';
import { changeOf, countChanges, countKind, EVENT_KINDS, type EventKind, eventKindOf } from './event-kinds.ts';
import { namedKey } from './event-text.ts';
import { formatGoods, formatTotal } from './format-goods.ts';
import { formatPaintings } from './format-shop.ts';

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
export function formatDigest(entries: readonly NoticeInContext[], language: Language): string {
  const byKind = Map.groupBy(entries, eventKindOf);
  const sections = EVENT_KINDS.flatMap((kind) => {
    const group = byKind.get(kind);
    return group ? [formatKind(kind, group, language)] : [];
  });
  return [language.say('alert.digest'), ...sections].join('\n');
}

function formatKind(kind: EventKind, group: readonly NoticeInContext[], language: Language): string {
  const lead = `**${countKind(kind, countChanges(group), language)}**`;
  const changes = group.map(changeOf);
  return kind === 'banned'
    ? `${lead}:\n${formatBanned(changes, language)}`
    : `${lead}: ${formatRows(rowsOf(group, language), kind, language)}`;
}

/** Each banned painting with its id and where it is on sale. */
function formatBanned(changes: readonly Change[], language: Language): string {
  const places = changes.flatMap((change) => {
    if (change.kind === 'auctioned' || change.kind === 'traded') return [];
    const shop = shopOf(change);
    return [...formatPaintings(change, language), placeFirst(shop, language)].join(' · ');
  });
  return fitList([...new Set(places)], BANNED_CHARACTERS, andMore(language));
}

/** All of one kind, by item, the largest value first. */
export function rowsOf(entries: readonly NoticeInContext[], language: Language): Row[] {
  const facts = entries.map(({ hasOpenVariant = false, ...entry }) => {
    return { ...factsOf(changeOf(entry)), hasOpenVariant };
  });
  // An unknown variant that is not worth a word has no row of its own: it would read like the plain item's.
  const byItem = Map.groupBy(facts, ({ item, hasOpenVariant }) =>
    item.identity.variant === null && !hasOpenVariant ? identify(item.identity.type).key : namedKey(item),
  );
  const sumOf = (of: typeof facts, figure: 'items' | 'paid') => of.reduce((sum, one) => sum + (one[figure] ?? 0), 0);
  const rows = [...byItem.values()].flatMap((same): Row[] => {
    const [first] = same;
    if (!first) return [];
    const paid = first.paid === null ? null : sumOf(same, 'paid');
    const name = safe(nameOfItem(first.item, language, first.hasOpenVariant), NAME_LENGTH);
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
function formatRows(rows: readonly Row[], kind: EventKind, language: Language): string {
  const said = rows.slice(0, ITEMS).map((row) => formatRow(row, kind, language));
  while (said.length > 1 && said.join('; ').length > ITEMS_CHARACTERS) said.pop();
  const left = rows.length - said.length;
  return [...said, ...(left > 0 ? [language.say('alert.more-items', { n: left })] : [])].join('; ');
}

/** `12 × Slime Block · 42 diamonds · 3.50 each` */
export function formatRow({ name, times, items, paid }: Row, kind: EventKind, language: Language): string {
  if (paid === null) return times === 1 ? name : language.say('alert.digest-times', { item: name, n: times });
  const deal = { count: items, paid };
  const total = formatTotal(deal, { isExact: kind === 'auction', isBold: false }, language);
  return `${formatGoods(name, deal, language)} · ${total}`;
}
