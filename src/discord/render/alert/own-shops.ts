import type { Language } from '../../../language/language.ts';
import { formatDiamonds, pricesApart } from '../../../language/number.ts';
import { changedShop } from '../../../market/change.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import { isGathering } from '../../../routing/claim-rules.ts';
import type { Watch } from '../../../routing/watch.ts';
import { asMarkdown, placeFirst, sayOffer } from '../words/format-offer.ts';
import { nameOfItem } from '../words/names.ts';
import { fitList, safe } from '../words/text.ts';
import { isWatch } from './asked-by.ts';
import { formatItemSum, sumByItem } from './digest.ts';
import { changeOf, countKind, type EventKind, eventKindOf } from './event-kinds.ts';
import { formatEvents } from './event-text.ts';
import { nameThings } from './name-things.ts';

/** Limits the items listed in a section of trades. The others are counted. */
const MOST_TRADE_ITEMS = 8;
const MOST_RIVALS = 4;
const OWN_SHOP_NAME_CHARACTERS = 40;
/** Limits the cards, so that each has room for the totals of its sections. */
const MOST_CARDS = 5;
/** Limits the descriptions of all cards. Discord's limits are 4,096 for one card, and 6,000 with titles and footers. */
const OWN_SHOP_CARDS_CHARACTERS = 4_000;

/** The news of the shops of one watch, as markdown. */
interface OwnShopsCard {
  readonly watch: Watch;
  readonly entries: readonly NoticeInContext[];
  readonly description: string;
}

interface OwnShopsMessage {
  /** Plain text, as a push shows it. */
  readonly headline: string;
  readonly cards: readonly OwnShopsCard[];
  /** The number of first entries that the cards show. */
  readonly taken: number;
}

/** Returns whether a notice is only for watches that gather the events of their user's own shops. */
export function isOfOwnShops({ subscriptions }: Pick<NoticeInContext, 'subscriptions'>): boolean {
  return subscriptions.length > 0 && subscriptions.every(isGathering);
}

/**
 * Sums up the events of a player's shops, one card for each watch. An entry of two watches counts for the first one.
 * Takes the first entries that fit, or all of them, cut, if they would need more than `mostMessages`.
 *
 * @param entries at least one notice of a change
 */
export function gatherOwnShops(
  entries: readonly NoticeInContext[],
  mostMessages: number,
  language: Language,
): OwnShopsMessage {
  const most = countOfWatches(entries, MOST_CARDS);
  const sizeOf = (count: number) =>
    cardsOf(entries.slice(0, count), null, language).reduce((sum, { description }) => sum + description.length, 0);
  let taken = most;
  if (sizeOf(most) > OWN_SHOP_CARDS_CHARACTERS) {
    // Doubles before it bisects, because each size renders the cards, of 1,000 shops in the worst case.
    let [fitting, exceeding] = [1, most];
    while (exceeding - fitting > 1) {
      const middle = Math.min(2 * fitting, Math.floor((fitting + exceeding) / 2));
      if (sizeOf(middle) > OWN_SHOP_CARDS_CHARACTERS) exceeding = middle;
      else fitting = middle;
    }
    if (fitting * mostMessages >= entries.length) taken = fitting;
  }
  const shown = entries.slice(0, taken);
  const isSummedUp = sizeOf(taken) > OWN_SHOP_CARDS_CHARACTERS;
  return {
    headline: formatOwnShopsHeadline(shown, language),
    cards: cardsOf(shown, isSummedUp ? OWN_SHOP_CARDS_CHARACTERS : null, language),
    taken,
  };
}

/** Counts the first entries that belong to at most `most` watches. */
function countOfWatches(entries: readonly NoticeInContext[], most: number): number {
  const ids = new Set<string>();
  const end = entries.findIndex((entry) => ids.add(watchOfNotice(entry).id).size > most);
  return end < 0 ? entries.length : end;
}

/** @param characters limits the descriptions of all cards, or null for no limit */
function cardsOf(
  entries: readonly NoticeInContext[],
  characters: number | null,
  language: Language,
): readonly OwnShopsCard[] {
  const byWatch = [...Map.groupBy(entries, (entry) => watchOfNotice(entry).id).values()];
  const room = characters === null ? Number.POSITIVE_INFINITY : Math.floor(characters / byWatch.length);
  return byWatch.flatMap((ofWatch) => {
    const [first] = ofWatch;
    if (first === undefined) return [];
    return [{ watch: watchOfNotice(first), entries: ofWatch, description: formatSections(ofWatch, room, language) }];
  });
}

export function watchOfNotice({ subscriptions }: NoticeInContext): Watch {
  const watch = subscriptions.find(isWatch);
  if (!watch) throw new RangeError('a notice without a watch');
  return watch;
}

/**
 * Formats the totals of trades and the names of other things, as `12 sales · 340 items · 85 diamonds · Dirt out of
 * stock`. Cheaper rivals are counted next to totals, and named otherwise.
 */
function formatOwnShopsHeadline(entries: readonly NoticeInContext[], language: Language): string {
  const { trades, rivals, others } = sectionsOf(entries, language);
  const named = entries.filter(
    (entry) => !(trades.length > 0 ? TOTALLED_KINDS : SHOP_TRADE_KINDS).includes(eventKindOf(entry)),
  );
  return [
    ...trades.map(({ total }) => total),
    ...(trades.length > 0 ? rivals.map(({ total }) => total) : []),
    ...(rivals.length + others.length > 0 && named.length > 0 ? [nameThings(named, language)] : []),
  ].join(' · ');
}

/** Formats all totals and the items that fit `most` characters, and counts the other items. */
function formatSections(entries: readonly NoticeInContext[], most: number, language: Language): string {
  const { trades, rivals, others } = sectionsOf(entries, language);
  const sections = [...trades, ...rivals, ...others];
  let left = sections.reduce((sum, { total }) => sum - total.length - '****\n\n'.length, most);
  return sections
    .map(({ total, lines, beyond }, at) => {
      const more = (n: number) => `- ${language.say('alert.more-items', { n })}`;
      const items = fitList(lines, Math.floor(left / (sections.length - at)), more, beyond);
      left -= items.length;
      return `**${total}**\n${items}`;
    })
    .join('\n');
}

function sectionsOf(entries: readonly NoticeInContext[], language: Language) {
  const byKind = Map.groupBy(entries, eventKindOf);
  return {
    trades: [
      ...formatTrades('alert.own-sold', byKind.get('purchase') ?? [], language),
      ...formatTrades('alert.own-bought', byKind.get('sale') ?? [], language),
    ],
    rivals: formatUndercuts(byKind.get('undercut') ?? [], language),
    others: formatOthers(
      entries.filter((entry) => !TOTALLED_KINDS.includes(eventKindOf(entry))),
      language,
    ),
  };
}

/** A total and its items. `beyond` is the number of items without a line. */
interface Section {
  readonly total: string;
  readonly lines: readonly string[];
  readonly beyond: number;
}

const SHOP_TRADE_KINDS: readonly EventKind[] = ['purchase', 'sale'];
const TOTALLED_KINDS: readonly EventKind[] = [...SHOP_TRADE_KINDS, 'undercut'];

function formatTrades(
  key: 'alert.own-sold' | 'alert.own-bought',
  entries: readonly NoticeInContext[],
  language: Language,
): Section[] {
  if (entries.length === 0) return [];
  const rows = sumByItem(entries, language);
  const items = rows.reduce((sum, row) => sum + row.items, 0);
  const paid = rows.reduce((sum, row) => sum + (row.paid ?? 0), 0);
  const total = language.say(key, { n: entries.length, items, diamonds: formatDiamonds(paid, language) });
  const kind = key === 'alert.own-sold' ? 'purchase' : 'sale';
  const lines = rows.map((row) => `- ${formatItemSum(row, kind, language)}`);
  return [{ total, ...firstOf(lines, MOST_TRADE_ITEMS) }];
}

/** Lists the cheapest rival offer of each item. */
function formatUndercuts(entries: readonly NoticeInContext[], language: Language): Section[] {
  if (entries.length === 0) return [];
  const rivals = new Map<number, NoticeInContext>();
  for (const entry of entries) rivals.set(shopIn(entry).id, entry);
  const byItem = Map.groupBy(rivals.values(), (entry) => shopIn(entry).item.identity.key);
  const cheapest = [...byItem.values()].flatMap((same) => {
    const [first] = same.toSorted((a, b) => unitPriceOf(shopIn(a)) - unitPriceOf(shopIn(b)));
    return first === undefined ? [] : [first];
  });
  const lines = cheapest.map((entry) => {
    return `- ${formatRival(entry, language)}\n-# ${placeFirst(shopIn(entry), language)}`;
  });
  return [{ total: countKind('undercut', rivals.size, language), ...firstOf(lines, MOST_RIVALS) }];
}

/** Formats a rival offer as `Slime Block · 32 for 3 diamonds · 0.094 each, you ask 0.12 each`. */
function formatRival(entry: NoticeInContext, language: Language): string {
  const shop = shopIn(entry);
  const unitPrice = unitPriceOf(shop);
  const { undercuts = unitPrice } = entry;
  const prices = pricesApart([undercuts, unitPrice], language);
  const offer = asMarkdown(sayOffer(shop, null, language, { prices, namesUnit: false }));
  const yours = language.say('offer.unit', { price: prices.get(undercuts) ?? '' });
  return `${goodsName(entry, language)} · ${language.say('alert.yours', { price: offer, yours })}`;
}

/** Lists shops that ran out of stock with their places. One snapshot can bring several. */
function formatOthers(entries: readonly NoticeInContext[], language: Language): Section[] {
  if (entries.length === 0) return [];
  const total = [...Map.groupBy(entries, eventKindOf)].map(([kind, { length }]) => countKind(kind, length, language));
  const lines = entries.map((entry) => {
    const change = changeOf(entry);
    if (change.kind === 'auctioned' || change.kind === 'traded') return formatEvents([entry], language).line;
    return `- ${goodsName(entry, language)} · ${placeFirst(changedShop(change), language)}`;
  });
  return [{ total: total.join(' · '), lines, beyond: 0 }];
}

function firstOf(lines: readonly string[], most: number): Pick<Section, 'lines' | 'beyond'> {
  return { lines: lines.slice(0, most), beyond: Math.max(0, lines.length - most) };
}

function goodsName(entry: NoticeInContext, language: Language): string {
  return safe(nameOfItem(shopIn(entry).item, language, entry.hasOpenVariant), OWN_SHOP_NAME_CHARACTERS);
}

function shopIn(entry: NoticeInContext) {
  const change = changeOf(entry);
  if (change.kind === 'auctioned' || change.kind === 'traded') throw new RangeError(`${change.kind} is no offer`);
  return changedShop(change);
}
