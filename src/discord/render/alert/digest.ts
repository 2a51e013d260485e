import type { Language } from '../../../language/language.ts';
import { type Change, changedShop } from '../../../market/change.ts';
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

/** The events of one kind and item. `paid` is the sum in diamonds, or null for events without a payment. */
interface ItemSum {
  readonly name: string;
  readonly times: number;
  readonly items: number;
  readonly paid: number | null;
}

/** Limits the items that a kind names. Twelve kinds fit an embed together with the banned paintings. */
const ITEMS_PER_KIND = 5;
const ITEMS_CHARACTERS = 170;
const DIGEST_NAME_CHARACTERS = 40;
const BANNED_CHARACTERS = 1_200;

/** Sums many notices up by kind, with full counts and the items of the largest value. Lists banned paintings singly. */
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
    : `${lead}: ${formatItemSums(sumByItem(group, language), kind, language)}`;
}

/** Lists each banned painting with its id and shop. */
function formatBanned(changes: readonly Change[], language: Language): string {
  const places = changes.flatMap((change) => {
    if (change.kind === 'auctioned' || change.kind === 'traded') return [];
    const shop = changedShop(change);
    return [...formatPaintings(change, language), placeFirst(shop, language)].join(' · ');
  });
  return fitList([...new Set(places)], BANNED_CHARACTERS, andMore(language));
}

/** Sums events of one kind up by item, largest value first. */
export function sumByItem(entries: readonly NoticeInContext[], language: Language): ItemSum[] {
  const facts = entries.map(({ hasOpenVariant = false, ...entry }) => {
    return { ...sumsOfChange(changeOf(entry)), hasOpenVariant };
  });
  // An unknown variant that is not shown has no row of its own, because it would read like the plain item's.
  const byItem = Map.groupBy(facts, ({ item, hasOpenVariant }) =>
    item.identity.variant === null && !hasOpenVariant ? identify(item.identity.type).key : namedKey(item),
  );
  const sumOf = (of: typeof facts, figure: 'items' | 'paid') => of.reduce((sum, one) => sum + (one[figure] ?? 0), 0);
  const rows = [...byItem.values()].flatMap((same): ItemSum[] => {
    const [first] = same;
    if (!first) return [];
    const paid = first.paid === null ? null : sumOf(same, 'paid');
    const name = safe(nameOfItem(first.item, language, first.hasOpenVariant), DIGEST_NAME_CHARACTERS);
    return [{ name, times: same.length, items: sumOf(same, 'items'), paid }];
  });
  return rows.sort((a, b) => (b.paid ?? 0) - (a.paid ?? 0) || b.times - a.times);
}

function sumsOfChange(change: Change): { readonly item: Item; readonly items: number; readonly paid: number | null } {
  if (change.kind === 'auctioned') {
    const { item, sold, finalBid } = change.auction;
    return { item, items: sold, paid: finalBid };
  }
  if (change.kind === 'traded') {
    const { item, moved, paid } = change.trade;
    return { item, items: moved, paid };
  }
  return { item: changedShop(change).item, items: 0, paid: null };
}

/** Formats the first row, the next ones that fit, and the number of further items. */
function formatItemSums(rows: readonly ItemSum[], kind: EventKind, language: Language): string {
  const formatted = rows.slice(0, ITEMS_PER_KIND).map((row) => formatItemSum(row, kind, language));
  while (formatted.length > 1 && formatted.join('; ').length > ITEMS_CHARACTERS) formatted.pop();
  const left = rows.length - formatted.length;
  return [...formatted, ...(left > 0 ? [language.say('alert.more-items', { n: left })] : [])].join('; ');
}

/** Formats a row as `12 × Slime Block · 42 diamonds · 3.50 each`. */
export function formatItemSum({ name, times, items, paid }: ItemSum, kind: EventKind, language: Language): string {
  if (paid === null) return times === 1 ? name : language.say('alert.digest-times', { item: name, n: times });
  const deal = { count: items, paid };
  const total = formatTotal(deal, { isExact: kind === 'auction', isBold: false }, language);
  return `${formatGoods(name, deal, language)} · ${total}`;
}
