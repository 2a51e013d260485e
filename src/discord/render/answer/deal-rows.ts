import type { Language } from '../../../language/language.ts';
import { formatBundle, formatPrice, formatSignedPercent, formatWhole } from '../../../language/number.ts';
import type { ShownDeal } from '../../../market/deals/deals.ts';
import type { Spread } from '../../../market/deals/spreads.ts';
import { countUniformContents } from '../../../market/item/contents.ts';
import { differenceFromWorth } from '../../../market/prices/worth.ts';
import type { Filter } from '../../../market/search/filter.ts';
import type { Shop } from '../../../market/shops/shop.ts';
import { formatDistance, formatFilterDistance, formatOwner } from '../words/format-offer.ts';
import { formatCoordinates, formatLandmark, inOverworld, isSaidByLandmark } from '../words/format-place.ts';
import { nameOfIdentity, nameOfItem } from '../words/names.ts';
import { clean, estimateWidth, PHONE_LINE_EM, PHONE_SMALL_LINE_EM, safe } from '../words/text.ts';

/** The least characters of a cut name. */
const LEAST_CUT_NAME_CHARACTERS = 8;
/** Limits a name before it is measured. A phone's line fits 58 of the narrowest letters; players' names have 10,000. */
const MOST_MEASURED_CHARACTERS = 64;

interface RowContext {
  readonly filter: Filter;
  readonly language: Language;
}

interface DealRowContext extends RowContext {
  /** The number of days for which a shop's ask is the lowest, absent if it is not. */
  readonly lowest: ReadonlyMap<Shop, number>;
}

/** A row of two lines: the item's full name, the other facts of the first line, and the line in small print below. */
export interface Row {
  readonly name: string;
  readonly offer: readonly string[];
  readonly below: string;
}

/**
 * Formats the rows of a page. A long name has the same length in all rows, because two cuts would read like two items.
 */
export function formatRows(rows: readonly Row[]): string[] {
  const lengths = new Map<string, number>();
  for (const { name, offer } of rows) {
    lengths.set(name, Math.min(lengths.get(name) ?? MOST_MEASURED_CHARACTERS, lengthBefore(name, offer)));
  }
  return rows.map(({ name, offer, below }) => {
    const shown = safe(name, lengths.get(name) ?? MOST_MEASURED_CHARACTERS);
    return `**${shown}** · ${offer.join(' · ')}\n-# ${below}`;
  });
}

/**
 * Makes a row of two lines for a phone, `Hopper · 6 for 3 · −50%` and `-884 76 9538 world · saves 54 on 60 · 0.500
 * each`.
 *
 * - The unit price moves to the first line if only that has room for it.
 * - A long name moves the percentage to the second line, and is cut if that is not enough.
 * - If it fits, the second line names the number of items of the saving, the lowest price and the owner.
 */
export function dealRow(deal: ShownDeal, { filter, lowest, language }: DealRowContext): Row {
  const { shop, identity, contained, unitPrice, worth, more } = deal;
  const { item, location, owner } = shop;
  const count = item.quantity * (contained ? (countUniformContents(item, identity) ?? 0) : 1);
  const goods = formatBundle(count, formatPrice(shop.price, language), language);
  const off = formatSignedPercent(-(differenceFromWorth(unitPrice, worth)?.percent ?? 0), language);
  const name = contained ? nameOfIdentity(identity, language) : nameOfItem(item, language);
  const isWholeNameBesides = roomBefore([goods, off]) >= widthOf(name);
  const saving = { diamonds: formatPrice(deal.saving, language), count: formatWhole(deal.items, language) };
  const saves = deal.estimated ? 'deals.about-saves' : 'deals.saves';
  const days = lowest.get(shop);
  const factsWith = (saved: string) => [
    // At the start of the line, where phones do not break coordinates.
    `${formatCoordinates(location, language)} ${safe(location.world, 40)}`,
    ...inOverworld(location, language),
    ...formatFilterDistance(filter, location, language),
    ...(isWholeNameBesides ? [] : [off]),
    saved,
    ...(contained ? [language.say('offer.in-container', { container: safe(nameOfItem(item, language), 40) })] : []),
    ...(more > 0 ? [language.say('deals.more-of-it', { n: more })] : []),
  ];
  const short = factsWith(language.say(saves, saving));
  const exact = factsWith(language.say(`${saves}-on`, saving));
  const facts = deal.items !== count && smallLinesOf(exact) === smallLinesOf(short) ? exact : short;
  const unit = count > 1 ? [language.say('offer.unit', { price: formatPrice(unitPrice, language) })] : [];
  const isRoomBelow = withFurther(facts, unit).length > facts.length;
  const last = isWholeNameBesides ? [off] : [];
  const isOnTop = !isRoomBelow && roomBefore([goods, ...unit, ...last]) >= widthOf(name);
  const offer = isOnTop ? [goods, ...unit, ...last] : [goods, ...last];
  const further = [
    ...(days === undefined ? [] : [language.say('standing.lowest', { n: days })]),
    ...(isSaidByLandmark(filter, location, language) ? [] : formatLandmark(location, language)),
    formatOwner(owner, language),
  ];
  let below: readonly string[] = isOnTop ? facts : [...facts, ...unit];
  for (const fact of further) below = withFurther(below, [fact]);
  return { name, offer, below: below.join(' · ') };
}

/** Returns the characters of a name that fit a phone's line before the rest. */
function lengthBefore(name: string, rest: readonly string[]): number {
  const room = roomBefore(rest);
  let longest = Math.min(name.length, MOST_MEASURED_CHARACTERS);
  while (longest > LEAST_CUT_NAME_CHARACTERS && widthOf(clean(name, longest)) > room) longest -= 1;
  return longest;
}

/** Returns the width of a phone's line that the rest leaves for a name (em). */
function roomBefore(rest: readonly string[]): number {
  return PHONE_LINE_EM - estimateWidth(['', ...rest].join(' · '));
}

/** Returns the width of a bold name (em). */
function widthOf(name: string): number {
  return estimateWidth(`**${name.slice(0, MOST_MEASURED_CHARACTERS).replaceAll('*', '')}**`);
}

/** Appends further facts if they need no additional line on a phone. */
function withFurther(facts: readonly string[], further: readonly string[]): readonly string[] {
  const all = [...facts, ...further];
  return smallLinesOf(all) > smallLinesOf(facts) ? facts : all;
}

function smallLinesOf(facts: readonly string[]): number {
  return Math.ceil(estimateWidth(facts.join(' · ')) / PHONE_SMALL_LINE_EM);
}

/** Makes a row such as `Hopper · +64 · 64 for 64 → 128`, with both places. */
export function spreadRow(spread: Spread, { filter, language }: RowContext): Row {
  const { ask, bid, worth, bought, sold, distanceToAsk } = spread;
  const received = formatPrice(spread.received, language);
  const profit = [
    `**+${formatPrice(spread.profit, language)}**`,
    ...(worth === null ? [language.say('deals.no-worth')] : []),
  ].join(' · ');
  const gets = sold === bought ? received : formatBundle(sold, received, language);
  const trade = `${formatBundle(bought, formatPrice(spread.paid, language), language)} → ${gets}`;
  const name = nameOfItem(ask.item, language);
  const isShort = roomBefore([profit, trade]) >= widthOf(name);
  const offer = isShort ? [profit, trade] : [profit];
  const isOneWorld = ask.location.world === bid.location.world;
  const from = [
    ...(isShort ? [] : [trade]),
    `${formatCoordinates(ask.location, language)}${isOneWorld ? '' : ` ${safe(ask.location.world, 40)}`}`,
    ...inOverworld(ask.location, language),
    ...(distanceToAsk === null ? [] : formatFilterDistance(filter, ask.location, language)),
  ];
  // No-break spaces, because the second place does not start a line.
  const to = [
    `${formatCoordinates(bid.location, language).replaceAll(' ', '\u00a0')} ${safe(bid.location.world, 40)}`,
    ...inOverworld(bid.location, language),
    ...formatDistance(ask.location, bid.location, language),
  ];
  return { name, offer, below: `${from.join(' · ')} → ${to.join(' · ')}` };
}
