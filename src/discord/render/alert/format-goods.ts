import type { Language } from '../../../language/language.ts';
import { diamonds, givenDiamonds, price, whole } from '../../../language/number.ts';
import { contentsOf, countHeld } from '../../../market/item/contents.ts';
import type { Item } from '../../../market/item/item.ts';
import { asMarkdown, asPlainText, type Inside } from '../words/format-offer.ts';
import { nameOfItem, nameOfType } from '../words/names.ts';
import { bare, safe } from '../words/text.ts';

/** How the names of players' things are written in a sentence. */
export interface Voice {
  readonly name: (text: string, max: number) => string;
  /** Whether the price stands out. */
  readonly isBold: boolean;
}

/** For the first line of a message, which a phone's notification shows without markdown. */
export const PUSH: Voice = { name: bare, isBold: false };
export const MARKDOWN: Voice = { name: safe, isBold: false };
export const IN_LIST: Voice = { name: safe, isBold: true };

/** One thing that happened, as it is said in one voice, with what stands beneath in markdown. */
export interface Told {
  readonly say: (voice: Voice) => string;
  readonly lines: readonly string[];
  /** The lines without the facts that the push says too; absent if it says none of them. */
  readonly linesUnderPush?: readonly string[];
  /** The facts that a list never leaves out: the place and the owner, the ids of banned paintings. */
  readonly short: readonly string[];
  readonly colour: number;
  readonly item: Item;
}

const NAME_LENGTH = 80;

/** `Slime Block`; `hasOpenVariant`: that its variant is unknown is worth a word. */
export function nameItem(item: Item, { name }: Voice, language: Language, hasOpenVariant?: boolean): string {
  return name(nameOfItem(item, language, hasOpenVariant), NAME_LENGTH);
}

/** Goods that changed hands: `Slime Block`, `Shulker Box with 64 × Emerald`. */
export function nameGoods(
  item: Item,
  inside: Inside | null,
  voice: Voice,
  language: Language,
  hasOpenVariant?: boolean,
): string {
  if (inside === null) return nameFilled(item, voice, language, hasOpenVariant);
  const container = nameItem(item, voice, language, hasOpenVariant);
  const parts = { container, count: whole(inside.held, language), item: nameItem(inside.contained, voice, language) };
  return language.say(inside.unitPrice === null ? 'alert.with-mixed' : 'alert.with', parts);
}

/**
 * Goods that a shop offers: `Slime Block`, `Shulker Box with 64 × Emerald`, or `Emerald in Shulker Box` if the emerald
 * was asked for.
 */
export function nameOffer(
  item: Item,
  inside: Inside | null,
  voice: Voice,
  language: Language,
  hasOpenVariant?: boolean,
): string {
  if (inside === null) return nameFilled(item, voice, language, hasOpenVariant);
  const container = nameItem(item, voice, language, hasOpenVariant);
  const contained = nameItem(inside.contained, voice, language);
  if (inside.unitPrice !== null) return language.say('alert.inside', { item: contained, container });
  const count = whole(inside.held, language);
  return language.say('alert.inside-mixed', { count, item: contained, container });
}

/** The item with its main content: items of one type by their name if they are equal, else by the type's. */
function nameFilled(item: Item, voice: Voice, language: Language, hasOpenVariant?: boolean): string {
  const container = nameItem(item, voice, language, hasOpenVariant);
  const held = contentsOf(item).filter(({ contents }) => contents.length === 0);
  const types = [...Map.groupBy(held, ({ identity }) => identity.type)].map(([type, items]) => {
    return { type, items, count: countHeld(item, (identity) => identity.type === type) };
  });
  const [most] = types.toSorted((a, b) => b.count - a.count);
  const first = most?.items[0];
  if (most === undefined || first === undefined) return container;
  const areEqual = most.items.every(({ identity }) => identity.key === first.identity.key);
  const name = areEqual ? nameItem(first, voice, language) : voice.name(nameOfType(most.type, language), NAME_LENGTH);
  const parts = { container, count: whole(most.count, language), item: name };
  return language.say(types.length === 1 ? 'alert.with' : 'alert.with-mixed', parts);
}

/** What changed hands in so many trades or auctions: `count` items for `paid` diamonds in all. */
interface Deal {
  readonly times: number;
  readonly count: number;
  readonly paid: number;
}

type PaidKind = 'auction' | 'purchase' | 'sale';

/** `12 × Slime Block: bought · 42 diamonds · 3.50 each` */
export function formatPaid(kind: PaidKind, name: string, deal: Deal, voice: Voice, language: Language): string {
  const { times } = deal;
  const item = formatGoods(name, deal, language);
  const price = formatTotal(deal, { isExact: kind === 'auction', isBold: voice.isBold }, language);
  if (times === 1) return language.say(`alert.${kind}`, { item, price });
  return language.say('alert.merged', { item, times: language.say(`alert.n-${kind}`, { n: times }), price });
}

/** A trade as the owner of the shop sees it: `Sold in your shop: 12 × Slime Block · 42 diamonds · 3.50 each`. */
export function formatOwnTrade(
  kind: 'purchase' | 'sale',
  name: string,
  deal: Deal,
  { isBold }: Voice,
  language: Language,
): string {
  const price = formatTotal(deal, { isExact: false, isBold }, language);
  return language.say(`alert.own-${kind}`, { item: formatGoods(name, deal, language), price });
}

/** `12 × Slime Block`; one of it by its name alone. */
export function formatGoods(item: string, { count }: Pick<Deal, 'count'>, language: Language): string {
  return count === 1 ? item : language.say('offer.goods', { count: whole(count, language), item });
}

/** `42 diamonds · 3.50 each`. @param style `isExact`: no decimal of the total is rounded, as of an auction's bid */
export function formatTotal(
  { count, paid }: Pick<Deal, 'count' | 'paid'>,
  { isExact, isBold }: { readonly isExact: boolean; readonly isBold: boolean },
  language: Language,
): string {
  const bundle = isExact ? givenDiamonds(paid, language) : diamonds(paid, language);
  const unit = count === 1 ? null : language.say('offer.unit', { price: price(paid / count, language) });
  return isBold ? asMarkdown({ bundle, unit }) : asPlainText({ bundle, unit });
}
