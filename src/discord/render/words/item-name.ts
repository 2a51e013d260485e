import type { Language } from '../../../language/language.ts';
import type { Identity, Item, ItemChoice, Variant } from '../../../market/item/item.ts';
import { enchantmentLabel, enchantmentName, itemName } from '../../../market/item/label.ts';

/** The game's name of a type: `SLIME_BLOCK` reads Slime Block. */
export function nameOfType(type: string, _language: Language): string {
  return itemName(type);
}

/** The game's name of an enchantment, with its level where that is not null: Sharpness V, Mending. */
export function nameOfEnchantment(id: string, level: number | null, _language: Language): string {
  return level === null ? enchantmentName(id) : enchantmentLabel({ id, level });
}

/** The game's name of a potion: `strong_healing` reads Strong Healing. */
function nameOfPotion(potion: string, _language: Language): string {
  return itemName(potion);
}

/** Type and variant in words: Enchanted Book (Sharpness V). Holds players' text raw: escape it where it is shown. */
export function nameOfIdentity({ type, variant }: Identity, language: Language): string {
  return withWords(nameOfType(type, language), wordsOf(variant, language));
}

/** What a person chose, as they chose it. Players' text, raw. */
export function nameOfChoice({ type, key, label }: ItemChoice, language: Language): string {
  return key === undefined ? nameOfType(type, language) : (label ?? nameOfType(type, language));
}

/**
 * The service's name of the item and the variant in words, a custom name once only; a name that is but the type's in the
 * reader's language. Players' text, raw.
 * @param hasOpenVariant whether it is worth a word that the variant is unknown: see the function of that name
 */
export function nameOfItem({ identity, name: given }: Item, language: Language, hasOpenVariant = false): string {
  const { type, variant } = identity;
  const name = given === itemName(type) ? nameOfType(type, language) : given;
  if (variant === null) return hasOpenVariant ? withWords(name, [language.say('item.variant-unknown')]) : name;
  const said = variant.customName !== null && name.includes(variant.customName);
  return withWords(name, wordsOf(said ? { ...variant, customName: null } : variant, language));
}

function withWords(name: string, words: readonly string[]): string {
  return words.length === 0 ? name : `${name} (${words.join(', ')})`;
}

function wordsOf(variant: Variant | null, language: Language): string[] {
  if (variant === null) return [];
  const words = variant.enchantments.map(({ id, level }) => nameOfEnchantment(id, level, language));
  if (variant.potion !== null) words.push(nameOfPotion(variant.potion, language));
  if (variant.canvas !== null) words.push(shortCanvas(variant.canvas));
  if (variant.customName !== null) words.push(`"${variant.customName}"`);
  return words;
}

/** 0a1b2c3d…_12: author and number, enough to tell paintings apart in a list. */
function shortCanvas(canvas: string): string {
  return `${canvas.slice(0, 8)}…${canvas.slice(canvas.indexOf('_'))}`;
}
