import type { Language } from '../../../language/language.ts';
import { diamonds, pricesApart } from '../../../language/number.ts';
import { shopOf } from '../../../market/change.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import type { NoticeInContext } from '../../../ports/messenger.ts';
import { isGathering } from '../../../routing/gathers-until.ts';
import { asMarkdown, sayOffer } from '../words/format-offer.ts';
import { nameOfItem } from '../words/item-name.ts';
import { placeFirst } from '../words/place.ts';
import { safe } from '../words/text.ts';
import { formatRow, rowsOf } from './digest.ts';
import { changeOf, formatHappening } from './happening.ts';
import { countKind, kindOf } from './kinds.ts';

/** Items of a section; the others are counted. Four sections with the longest names stay under 4,000 characters. */
const ITEMS = 8;
const PLACES = 4;
const NAME_LENGTH = 40;

/** Totals of one owner's shops. `headline`: plain text, as a push shows it; `lines`: markdown, by item. */
export interface OwnShopsTotals {
  readonly headline: string;
  readonly lines: readonly string[];
}

/** Whether a notice is for watches alone that gather what happens at their owner's shops. */
export function isOfOwnShops({ subscriptions }: Pick<NoticeInContext, 'subscriptions'>): boolean {
  return subscriptions.length > 0 && subscriptions.every(isGathering);
}

/**
 * Sums up what happened at a player's shops: `12 sales · 340 items · 85 diamonds`, then by item, then each item that
 * others sell for less, with the cheapest of them.
 * @param entries at least one, of changes
 */
export function formatOwnShops(entries: readonly NoticeInContext[], language: Language): OwnShopsTotals {
  const byKind = Map.groupBy(entries, kindOf);
  const sections = [
    formatTrades('alert.own-sold', byKind.get('purchase') ?? [], language),
    formatTrades('alert.own-bought', byKind.get('sale') ?? [], language),
    formatUndercuts(byKind.get('undercut') ?? [], language),
    formatOthers(
      entries.filter((entry) => !TOTALLED.includes(kindOf(entry))),
      language,
    ),
  ].filter((section) => section !== null);
  return {
    headline: sections.map(({ total }) => total).join(' · '),
    lines: sections.flatMap(({ total, lines }) => [`**${total}**`, ...lines]),
  };
}

interface Section {
  readonly total: string;
  readonly lines: readonly string[];
}

const TOTALLED = ['purchase', 'sale', 'undercut'];

function formatTrades(
  key: 'alert.own-sold' | 'alert.own-bought',
  entries: readonly NoticeInContext[],
  language: Language,
): Section | null {
  if (entries.length === 0) return null;
  const rows = rowsOf(entries, language);
  const items = rows.reduce((sum, row) => sum + row.items, 0);
  const paid = rows.reduce((sum, row) => sum + (row.paid ?? 0), 0);
  const total = language.say(key, { n: entries.length, items, diamonds: diamonds(paid, language) });
  const kind = key === 'alert.own-sold' ? 'purchase' : 'sale';
  const lines = rows.map((row) => `- ${formatRow(row, kind, language)}`);
  return { total, lines: firstOf(lines, ITEMS, language) };
}

/** One offer of each item: the cheapest, whoever asks it. */
function formatUndercuts(entries: readonly NoticeInContext[], language: Language): Section | null {
  if (entries.length === 0) return null;
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
  return { total: countKind('undercut', rivals.size, language), lines: firstOf(lines, PLACES, language) };
}

/** `Slime Block · 32 for 3 diamonds · 0.094 each, you ask 0.12 each` */
function formatRival(entry: NoticeInContext, language: Language): string {
  const shop = shopIn(entry);
  const unitPrice = unitPriceOf(shop);
  const { undercuts = unitPrice } = entry;
  const prices = pricesApart([undercuts, unitPrice], language);
  const offer = asMarkdown(sayOffer(shop, null, language, { prices, namesUnit: false }));
  const yours = language.say('offer.unit', { price: prices.get(undercuts) ?? '' });
  return `${nameOf(entry, language)} · ${language.say('alert.yours', { price: offer, yours })}`;
}

/** Shops that ran empty: these come at once, and stand here only where quiet hours or a snooze kept them. */
function formatOthers(entries: readonly NoticeInContext[], language: Language): Section | null {
  const [first] = entries;
  if (first === undefined) return null;
  const total = [...Map.groupBy(entries, kindOf)].map(([kind, { length }]) => countKind(kind, length, language));
  const lines = entries.map((entry) => {
    const change = changeOf(entry);
    if (change.kind === 'auctioned' || change.kind === 'traded') return formatHappening([entry], language).line;
    return `- ${nameOf(entry, language)} · ${placeFirst(shopOf(change), language)}`;
  });
  return { total: total.join(' · '), lines: firstOf(lines, PLACES, language) };
}

function firstOf(lines: readonly string[], most: number, language: Language): readonly string[] {
  const left = lines.length - most;
  return left > 0 ? [...lines.slice(0, most), `- ${language.say('alert.more-items', { n: left })}`] : lines;
}

function nameOf(entry: NoticeInContext, language: Language): string {
  return safe(nameOfItem(shopIn(entry).item, language, entry.hasOpenVariant), NAME_LENGTH);
}

function shopIn(entry: NoticeInContext) {
  const change = changeOf(entry);
  if (change.kind === 'auctioned' || change.kind === 'traded') throw new RangeError(`${change.kind} is no offer`);
  return shopOf(change);
}
