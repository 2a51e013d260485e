import type { Language } from '../../../language/language.ts';
import { formatDiamonds, formatGivenDiamonds, formatPrice, formatWhole } from '../../../language/number.ts';
import { contentsOf, countMatchingContents } from '../../../market/item/contents.ts';
import type { Item } from '../../../market/item/item.ts';
import { asMarkdown, asPlainText, type Inside } from '../words/format-offer.ts';
import { nameOfItem, nameOfType } from '../words/names.ts';
import { bare, safe } from '../words/text.ts';

/** The format of a sentence: how it writes names from players, and whether the price is bold. */
export interface Voice {
  readonly name: (text: string, max: number) => string;
  readonly isBold: boolean;
}

/** For the first line of a message, which push notifications show without markdown. */
export const PUSH_VOICE: Voice = { name: bare, isBold: false };
export const MARKDOWN_VOICE: Voice = { name: safe, isBold: false };
export const LIST_VOICE: Voice = { name: safe, isBold: true };

/** The sentence and the facts of one event. */
export interface EventWording {
  readonly say: (voice: Voice) => string;
  /** The facts, in markdown. */
  readonly lines: readonly string[];
  /** The facts that the push does not contain. Absent if it contains none. */
  readonly linesUnderPush?: readonly string[];
  /** The facts that a list never omits: place and owner, and the ids of banned paintings. */
  readonly short: readonly string[];
  readonly colour: number;
  readonly item: Item;
}

const GOODS_NAME_CHARACTERS = 80;

/** Names an item, such as `Slime Block`. With `hasOpenVariant` it says that the variant is unknown. */
export function nameItem(item: Item, { name }: Voice, language: Language, hasOpenVariant?: boolean): string {
  return name(nameOfItem(item, language, hasOpenVariant), GOODS_NAME_CHARACTERS);
}

/**
 * Names goods, such as `Slime Block` or `Shulker Box with 64 × Emerald`.
 *
 * @param inside the part of a container that a filter asked for, or null
 * @param form with `isOffer`, a shop's container of equal items is named `Emerald in Shulker Box`
 */
export function nameGoods(
  item: Item,
  inside: Inside | null,
  voice: Voice,
  language: Language,
  { hasOpenVariant, isOffer }: { readonly hasOpenVariant?: boolean | undefined; readonly isOffer?: boolean } = {},
): string {
  if (inside === null) return nameFilled(item, voice, language, hasOpenVariant);
  const container = nameItem(item, voice, language, hasOpenVariant);
  const contained = nameItem(inside.contained, voice, language);
  const isMixed = inside.unitPrice === null;
  if (isOffer && !isMixed) return language.say('alert.inside', { item: contained, container });
  const mixed = isOffer ? 'alert.inside-mixed' : 'alert.with-mixed';
  const parts = { container, count: formatWhole(inside.held, language), item: contained };
  return language.say(isMixed ? mixed : 'alert.with', parts);
}

/** Names an item with its main content. Different items of one type are named by their type. */
function nameFilled(item: Item, voice: Voice, language: Language, hasOpenVariant?: boolean): string {
  const container = nameItem(item, voice, language, hasOpenVariant);
  const held = contentsOf(item).filter(({ contents }) => contents.length === 0);
  const types = [...Map.groupBy(held, ({ identity }) => identity.type)].map(([type, items]) => {
    return { type, items, count: countMatchingContents(item, (identity) => identity.type === type) };
  });
  const [most] = types.toSorted((a, b) => b.count - a.count);
  const first = most?.items[0];
  if (most === undefined || first === undefined) return container;
  const areEqual = most.items.every(({ identity }) => identity.key === first.identity.key);
  const name = areEqual
    ? nameItem(first, voice, language)
    : voice.name(nameOfType(most.type, language), GOODS_NAME_CHARACTERS);
  const parts = { container, count: formatWhole(most.count, language), item: name };
  return language.say(types.length === 1 ? 'alert.with' : 'alert.with-mixed', parts);
}

/** The sum of some trades or auctions: `count` items for `paid` diamonds, in `times` events. */
interface PaidSum {
  readonly times: number;
  readonly count: number;
  readonly paid: number;
}

type PaidKind = 'auction' | 'purchase' | 'sale';

/** Formats an auction or trade as `12 × Slime Block: bought · 42 diamonds · 3.50 each`. */
export function formatPaid(kind: PaidKind, name: string, deal: PaidSum, voice: Voice, language: Language): string {
  const { times } = deal;
  const item = formatGoods(name, deal, language);
  const price = formatTotal(deal, { isExact: kind === 'auction', isBold: voice.isBold }, language);
  if (times === 1) return language.say(`alert.${kind}`, { item, price });
  return language.say('alert.merged', { item, times: language.say(`alert.n-${kind}`, { n: times }), price });
}

/** Formats a trade for the shop's owner, as `Sold in your shop: 12 × Slime Block · 42 diamonds · 3.50 each`. */
export function formatOwnTrade(
  kind: 'purchase' | 'sale',
  name: string,
  deal: PaidSum,
  { isBold }: Voice,
  language: Language,
): string {
  const price = formatTotal(deal, { isExact: false, isBold }, language);
  return language.say(`alert.own-${kind}`, { item: formatGoods(name, deal, language), price });
}

/** Formats goods as `12 × Slime Block`, or by the name alone for one item. */
export function formatGoods(item: string, { count }: Pick<PaidSum, 'count'>, language: Language): string {
  return count === 1 ? item : language.say('offer.goods', { count: formatWhole(count, language), item });
}

/**
 * Formats a total as `42 diamonds · 3.50 each`.
 *
 * @param style `isExact` leaves the total unrounded, as for an auction's bid
 */
export function formatTotal(
  { count, paid }: Pick<PaidSum, 'count' | 'paid'>,
  { isExact, isBold }: { readonly isExact: boolean; readonly isBold: boolean },
  language: Language,
): string {
  const bundle = isExact ? formatGivenDiamonds(paid, language) : formatDiamonds(paid, language);
  const unit = count === 1 ? null : language.say('offer.unit', { price: formatPrice(paid / count, language) });
  return isBold ? asMarkdown({ bundle, unit }) : asPlainText({ bundle, unit });
}
