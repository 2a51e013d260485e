import type { Language } from '../../../language/language.ts';
import { bundle, price, whole } from '../../../language/number.ts';
import type { ShownDeal } from '../../../market/deals/deals.ts';
import type { Spread } from '../../../market/deals/spreads.ts';
import { countWithin } from '../../../market/item/contents.ts';
import type { Filter } from '../../../market/search/filter.ts';
import type { Shop } from '../../../market/shops/shop.ts';
import { nameOfIdentity, nameOfItem } from '../words/item-name.ts';
import { formatDistance, formatOwner } from '../words/place.ts';
import { code, columnsOf, safe } from '../words/text.ts';

/** Columns of a line in a card on a phone 390 px wide: in the size of a text, and in the small size of `-#`. */
const LINE_COLUMNS = 34;
const SMALL_COLUMNS = 42;
/** Characters that a cut name keeps at least. */
const SHORTEST_NAME = 10;

interface Rows {
  readonly filter: Filter;
  readonly language: Language;
}

/** `lowest`: for how many days a shop's ask is the lowest, absent if it is not. */
interface DealRows extends Rows {
  readonly lowest: ReadonlyMap<Shop, number>;
}

/**
 * Formats two lines, as a phone shows them: `Hopper · 6 for 3 · −50%` and `-884 76 9538 world · saves 54 · 0.500 each`.
 * The unit price goes to the first line where the second has no room for it. A long name is cut, the menus below have all
 * of it. The owner stands where there is room.
 */
export function formatDeal(deal: ShownDeal, { filter, lowest, language }: DealRows): string {
  const { shop, identity, contained, unitPrice, more } = deal;
  const { item, location, owner } = shop;
  const count = item.quantity * (contained ? (countWithin(item, identity) ?? 0) : 1);
  const goods = bundle(count, price(shop.price, language), language);
  const off = language.say('deals.off', { percent: whole(Math.floor(deal.percent), language) });
  const name = contained ? nameOfIdentity(identity, language) : nameOfItem(item, language);
  const saves = deal.estimated ? 'deals.about-saves' : 'deals.saves';
  const days = lowest.get(shop);
  const facts = [
    // First in the line: a phone would break coordinates within it.
    `${coordinatesOf(shop)} ${safe(location.world, 40)}`,
    ...formatDistance(filter, location, language),
    language.say(saves, { diamonds: price(deal.saving, language) }),
    ...(days === undefined ? [] : [language.say('standing.lowest', { n: days })]),
    ...(contained ? [language.say('offer.in-container', { container: safe(nameOfItem(item, language), 40) })] : []),
    ...(more > 0 ? [language.say('deals.more-of-it', { n: more })] : []),
  ];
  const unit = count > 1 ? [language.say('offer.unit', { price: price(unitPrice, language) })] : [];
  const below = withFurther(facts, unit);
  const offer = [goods, ...(below.length === facts.length ? unit : []), off].join(' · ');
  return `${formatName(name, offer)} · ${offer}\n-# ${withFurther(below, [formatOwner(owner, language)]).join(' · ')}`;
}

/** The name, cut so that the line it begins fits a phone. */
function formatName(name: string, rest: string): string {
  const room = LINE_COLUMNS - columnsOf(` · ${rest}`);
  const share = name.length / columnsOf(name);
  return `**${safe(name, Math.max(SHORTEST_NAME, Math.floor(room * share)))}**`;
}

/** Appends further facts if a phone needs no more small lines for them. */
function withFurther(facts: readonly string[], further: readonly string[]): readonly string[] {
  const all = [...facts, ...further];
  return smallLinesOf(all) > smallLinesOf(facts) ? facts : all;
}

function smallLinesOf(facts: readonly string[]): number {
  return Math.ceil(columnsOf(facts.join(' · ')) / SMALL_COLUMNS);
}

/** `Hopper · +64 · 64 for 64 → 128`, and both places. */
export function formatSpread(spread: Spread, { filter, language }: Rows): string {
  const { ask, bid, worth, bought, sold, distanceToAsk } = spread;
  const received = price(spread.received, language);
  const profit = [
    `**+${price(spread.profit, language)}**`,
    ...(worth === null ? [language.say('deals.no-worth')] : []),
  ].join(' · ');
  const gets = sold === bought ? received : bundle(sold, received, language);
  const trade = `${bundle(bought, price(spread.paid, language), language)} → ${gets}`;
  const name = nameOfItem(ask.item, language);
  const isShort = columnsOf(`${name} · ${profit} · ${trade}`) <= LINE_COLUMNS;
  const offer = isShort ? `${profit} · ${trade}` : profit;
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
  return `${formatName(name, offer)} · ${offer}\n-# ${from.join(' · ')} → ${to.join(' · ')}`;
}

function coordinatesOf({ location: { x, y, z } }: Shop): string {
  return code(`${x} ${y} ${z}`);
}
