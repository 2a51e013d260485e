import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import { contentsOf, countHeld } from '../../../market/item/contents.ts';
import type { Item } from '../../../market/item/item.ts';
import type { Inside } from '../words/format-offer.ts';
import { nameOfItem, nameOfType } from '../words/item-name.ts';
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
