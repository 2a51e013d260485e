import type { Language } from '../../../language/language.ts';
import type { Identity, Item, ItemChoice, Variant } from '../../../market/item/item.ts';
import { enchantmentName, isNameOfType, itemName, ROMAN, showsLevel } from '../../../market/item/label.ts';

/** The game's name of a type: `SLIME_BLOCK` reads Slime Block, or Schleimblock. */
export function nameOfType(type: string, { itemNames }: Language): string {
  return itemNames?.type(type) ?? itemName(type);
}

/** The game's name of an enchantment, with its level where that is not null: Sharpness V, Mending. */
export function nameOfEnchantment(id: string, level: number | null, { itemNames }: Language): string {
  const name = itemNames?.enchantment(id) ?? enchantmentName(id);
  if (level === null || !showsLevel(id, level)) return name;
  return `${name} ${itemNames?.level(level) ?? ROMAN[level] ?? level}`;
}

/** Type and variant in words: Enchanted Book (Sharpness V). Holds players' text raw: escape it where it is shown. */
export function nameOfIdentity({ type, variant }: Identity, language: Language): string {
  return nameOfVariant(type, variant, language);
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
  const isOfType = isNameOfType(given, type);
  const name = isOfType ? nameOfType(type, language) : given;
  if (variant === null) return hasOpenVariant ? withWords(name, [language.say('item.variant-unknown')]) : name;
  const said = variant.customName !== null && name.includes(variant.customName);
  const unsaid = said ? { ...variant, customName: null } : variant;
  return isOfType ? nameOfVariant(type, unsaid, language) : withWords(name, wordsOf(type, unsaid, language));
}

/** A potion's name in the game says what it is of a potion: Trank der Heilung, not Trank (Trank der Heilung). */
function nameOfVariant(type: string, variant: Variant | null, language: Language): string {
  const potion = variant?.potion ? language.itemNames?.potion(type, variant.potion) : null;
  if (!variant || !potion) return withWords(nameOfType(type, language), wordsOf(type, variant, language));
  return withWords(potion, wordsOf(type, { ...variant, potion: null }, language));
}

function withWords(name: string, words: readonly string[]): string {
  return words.length === 0 ? name : `${name} (${words.join(', ')})`;
}

function wordsOf(type: string, variant: Variant | null, language: Language): string[] {
  if (variant === null) return [];
  const words = variant.enchantments.map(({ id, level }) => nameOfEnchantment(id, level, language));
  const { potion } = variant;
  if (potion !== null) words.push(language.itemNames?.potion(type, potion) ?? itemName(potion));
  if (variant.canvas !== null) words.push(shortCanvas(variant.canvas));
  if (variant.customName !== null) words.push(`"${variant.customName}"`);
  return words;
}

/** 0a1b2c3d…_12: author and number, enough to tell paintings apart in a list. */
function shortCanvas(canvas: string): string {
  return `${canvas.slice(0, 8)}…${canvas.slice(canvas.indexOf('_'))}`;
}
