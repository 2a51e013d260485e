import type { Language } from '../../../language/language.ts';
import { bundle, price, signedPercent, whole } from '../../../language/number.ts';
import type { ShownDeal } from '../../../market/deals/deals.ts';
import type { Spread } from '../../../market/deals/spreads.ts';
import { countWithin } from '../../../market/item/contents.ts';
import { standing } from '../../../market/prices/worth.ts';
import type { Filter } from '../../../market/search/filter.ts';
import type { Shop } from '../../../market/shops/shop.ts';
import { formatDistance, formatOwner } from '../words/format-offer.ts';
import { nameOfIdentity, nameOfItem } from '../words/names.ts';
import { clean, code, estimateWidth, PHONE_LINE_EM, PHONE_SMALL_LINE_EM, safe } from '../words/text.ts';

/** Characters that a cut name keeps at least. */
const SHORTEST_NAME = 8;
/** A phone's line holds 58 of the narrowest letters. Players write names of 10,000: the rest is not measured. */
const LONGEST_NAME = 64;

interface Rows {
  readonly filter: Filter;
  readonly language: Language;
}

/** `lowest`: for how many days a shop's ask is the lowest, absent if it is not. */
interface DealRows extends Rows {
  readonly lowest: ReadonlyMap<Shop, number>;
}

/** A row of two lines: the item's whole name, the other facts of its line, and the small line below. */
export interface Row {
  readonly name: string;
  readonly offer: readonly string[];
  readonly below: string;
}

/**
 * Formats the rows of a page. A long name is cut alike in all its rows, to the length that fits the fullest of them: cut
 * in two ways it would read like two items.
 */
export function formatRows(rows: readonly Row[]): string[] {
  const lengths = new Map<string, number>();
  for (const { name, offer } of rows) {
    lengths.set(name, Math.min(lengths.get(name) ?? LONGEST_NAME, lengthBefore(name, offer)));
  }
  return rows.map(({ name, offer, below }) => {
    const shown = safe(name, lengths.get(name) ?? LONGEST_NAME);
    return `**${shown}** · ${offer.join(' · ')}\n-# ${below}`;
  });
}

/**
 * Makes a row of two lines, as a phone shows them: `Hopper · 6 for 3 · −50%` and
 * `-884 76 9538 world · saves 54 on 60 · 0.500 each`. The unit price stands in the first line where only that has room
 * for it. A long name moves the percentage into the second line. It is cut if that is not enough: the menus below have
 * all of it. Where there is room, the second line names the number of items that the saving is on, the lowest price and
 * the owner.
 */
export function dealRow(deal: ShownDeal, { filter, lowest, language }: DealRows): Row {
  const { shop, identity, contained, unitPrice, worth, more } = deal;
  const { item, location, owner } = shop;
  const count = item.quantity * (contained ? (countWithin(item, identity) ?? 0) : 1);
  const goods = bundle(count, price(shop.price, language), language);
  const off = signedPercent(-(standing(unitPrice, worth)?.percent ?? 0), language);
  const name = contained ? nameOfIdentity(identity, language) : nameOfItem(item, language);
  const isWholeNameBesides = roomBefore([goods, off]) >= widthOf(name);
  const saving = { diamonds: price(deal.saving, language), count: whole(deal.items, language) };
  const saves = deal.estimated ? 'deals.about-saves' : 'deals.saves';
  const days = lowest.get(shop);
  const factsWith = (saved: string) => [
    // First in the line: a phone would break coordinates within it.
    `${coordinatesOf(shop)} ${safe(location.world, 40)}`,
    ...formatDistance(filter, location, language),
    ...(isWholeNameBesides ? [] : [off]),
    saved,
    ...(contained ? [language.say('offer.in-container', { container: safe(nameOfItem(item, language), 40) })] : []),
    ...(more > 0 ? [language.say('deals.more-of-it', { n: more })] : []),
  ];
  const short = factsWith(language.say(saves, saving));
  const exact = factsWith(language.say(`${saves}-on`, saving));
  const facts = deal.items !== count && smallLinesOf(exact) === smallLinesOf(short) ? exact : short;
  const unit = count > 1 ? [language.say('offer.unit', { price: price(unitPrice, language) })] : [];
  const isRoomBelow = withFurther(facts, unit).length > facts.length;
  const last = isWholeNameBesides ? [off] : [];
  const isOnTop = !isRoomBelow && roomBefore([goods, ...unit, ...last]) >= widthOf(name);
  const offer = isOnTop ? [goods, ...unit, ...last] : [goods, ...last];
  const further = [
    ...(days === undefined ? [] : [language.say('standing.lowest', { n: days })]),
    formatOwner(owner, language),
  ];
  let below: readonly string[] = isOnTop ? facts : [...facts, ...unit];
  for (const fact of further) below = withFurther(below, [fact]);
  return { name, offer, below: below.join(' · ') };
}

/** The characters of a name with which the line that it begins fits a phone. */
function lengthBefore(name: string, rest: readonly string[]): number {
  const room = roomBefore(rest);
  let longest = Math.min(name.length, LONGEST_NAME);
  while (longest > SHORTEST_NAME && widthOf(clean(name, longest)) > room) longest -= 1;
  return longest;
}

/** The room of a phone's line for a name before the rest, in em. */
function roomBefore(rest: readonly string[]): number {
  return PHONE_LINE_EM - estimateWidth(['', ...rest].join(' · '));
}

/** The width of a name, which is bold, in em. */
function widthOf(name: string): number {
  return estimateWidth(`**${name.slice(0, LONGEST_NAME).replaceAll('*', '')}**`);
}

/** Appends further facts if a phone needs no more small lines for them. */
function withFurther(facts: readonly string[], further: readonly string[]): readonly string[] {
  const all = [...facts, ...further];
  return smallLinesOf(all) > smallLinesOf(facts) ? facts : all;
}

function smallLinesOf(facts: readonly string[]): number {
  return Math.ceil(estimateWidth(facts.join(' · ')) / PHONE_SMALL_LINE_EM);
}

/** Makes a row: `Hopper · +64 · 64 for 64 → 128`, and both places. */
export function spreadRow(spread: Spread, { filter, language }: Rows): Row {
  const { ask, bid, worth, bought, sold, distanceToAsk } = spread;
  const received = price(spread.received, language);
  const profit = [
    `**+${price(spread.profit, language)}**`,
    ...(worth === null ? [language.say('deals.no-worth')] : []),
  ].join(' · ');
  const gets = sold === bought ? received : bundle(sold, received, language);
  const trade = `${bundle(bought, price(spread.paid, language), language)} → ${gets}`;
  const name = nameOfItem(ask.item, language);
  const isShort = roomBefore([profit, trade]) >= widthOf(name);
  const offer = isShort ? [profit, trade] : [profit];
  const isOneWorld = ask.location.world === bid.location.world;
  const from = [
    ...(isShort ? [] : [trade]),
    `${coordinatesOf(ask)}${isOneWorld ? '' : ` ${safe(ask.location.world, 40)}`}`,
    ...(distanceToAsk === null ? [] : formatDistance(filter, ask.location, language)),
  ];
  // No line break within the second place, which begins no line.
  const to = [
    `${coordinatesOf(bid).replaceAll(' ', '\u00a0')} ${safe(bid.location.world, 40)}`,
    ...formatDistance(ask.location, bid.location, language),
  ];
  return { name, offer, below: `${from.join(' · ')} → ${to.join(' · ')}` };
}

function coordinatesOf({ location: { x, y, z } }: Shop): string {
  return code(`${x} ${y} ${z}`);
}
