import type { Identity, ItemChoice } from '../item/item.ts';
import { itemName } from '../item/item-name.ts';
import { labelOf } from '../item/label.ts';
import { Memo } from '../item/memo.ts';
import { readableType } from '../item/readable-type.ts';
import { type SearchText, searchText } from './search-text.ts';

/** What a type is called beside its label: in other languages, or in an earlier spelling. */
export type OtherNames = (type: string) => readonly string[];

/**
 * Something that can be picked: a type (`key` absent) or one of its variants. `texts`: what the game calls it, the label
 * first; `names`: what players do, or the service for them, which is never found before that.
 */
export interface CatalogueEntry {
  readonly choice: ItemChoice;
  readonly label: string;
  readonly texts: readonly SearchText[];
  readonly names: readonly SearchText[];
}

/** `names`: what shops call the plain item instead of its label; `otherNames`: what the game calls it elsewhere. */
export function entryOfType(type: string, names: readonly string[], otherNames: readonly string[]): CatalogueEntry {
  const label = itemName(type);
  // Who knows the type alone finds it too: experience bottle.
  const texts = [...new Set([label, readableType(type), ...otherNames])].map(searchText);
  return { choice: { type }, label, texts, names: names.map(searchText) };
}

/** Of an identity that is not plain. */
export function entryOfVariant(identity: Identity): CatalogueEntry {
  return variants.get(identity.key, () => variantEntry(identity));
}

/** A catalogue that is made anew has most of the variants of the one before. */
const variants = new Memo<CatalogueEntry>(32_768);

function variantEntry(identity: Identity): CatalogueEntry {
  const { key, type, variant } = identity;
  const label = labelOf(identity);
  const texts = [searchText(label)];
  const inDigits = variant?.enchantments.map(({ id, level }) => `${id} ${level}`).join(' ') ?? '';
  if (inDigits !== '') texts.push(searchText(`${itemName(type)} ${inDigits}`));
  const isNamed = variant !== null && variant.customName !== null;
  return { choice: { type, key }, label, texts: isNamed ? [] : texts, names: isNamed ? texts : [] };
}
