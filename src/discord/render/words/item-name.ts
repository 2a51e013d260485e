import type { Language } from '../../../language/language.ts';
import type { Identity, Item, ItemChoice } from '../../../market/item/item.ts';
import { isNameOfType, itemName } from '../../../market/item/item-name.ts';
import {
  conditionIn,
  displayNameIn,
  enchantmentName,
  type LabelWords,
  labelIn,
  ROMAN,
  showsLevel,
} from '../../../market/item/label.ts';
import type { Shop } from '../../../market/shops/shop.ts';

/** The game's name of a type: `SLIME_BLOCK` reads Slime Block, or Schleimblock. */
export function nameOfType(type: string, { itemNames }: Language): string {
  return itemNames?.type(type) ?? itemName(type);
}

/** The game's name of an enchantment, with its level where that is not null: Sharpness V, Mending. */
export function nameOfEnchantment(id: string, level: number | null, language: Language): string {
  const name = language.itemNames?.enchantment(id) ?? enchantmentName(id);
  return level === null || !showsLevel(id, level) ? name : `${name} ${nameOfLevel(level, language)}`;
}

function nameOfLevel(level: number, { itemNames }: Language): string {
  return itemNames?.level(level) ?? ROMAN[level] ?? String(level);
}

/** Type and variant in words: Enchanted Book (Sharpness V). Holds players' text raw: escape it where it is shown. */
export function nameOfIdentity(identity: Identity, language: Language): string {
  return labelIn(wordsOf(language), identity);
}

/** What a person chose, as they chose it. Players' text, raw. */
export function nameOfChoice({ type, key, label }: ItemChoice, language: Language): string {
  return key === undefined ? nameOfType(type, language) : (label ?? nameOfType(type, language));
}

/**
 * A choice in the reader's language if one of the shops sells that very item, else as it was chosen. Players' text,
 * raw.
 */
export function nameOfChoiceSold(choice: ItemChoice, shops: readonly Shop[], language: Language): string {
  const sold = shops.find(({ item: { identity } }) => identity.key === choice.key);
  return sold === undefined ? nameOfChoice(choice, language) : nameOfIdentity(sold.item.identity, language);
}

/**
 * The item in words: its kind in the reader's language, then a player's name for it. Players' text, raw.
 * @param hasOpenVariant whether the name says that the variant is unknown: see the function of that name
 */
export function nameOfItem(item: Item, language: Language, hasOpenVariant = false): string {
  return displayNameIn(wordsOf(language), item, hasOpenVariant);
}

/** `damaged`, `signed by Ada`: empty for sound goods. Players' text, raw. */
export function nameConditions(item: Pick<Item, 'condition'>, language: Language): readonly string[] {
  return conditionIn(wordsOf(language), item);
}

const known = new WeakMap<Language, LabelWords>();

function wordsOf(language: Language): LabelWords {
  const words = known.get(language) ?? createWords(language);
  known.set(language, words);
  return words;
}

function createWords(language: Language): LabelWords {
  return {
    type: (type) => nameOfType(type, language),
    isNameOf: (name, type) => isNameOfType(name, type) || language.itemNames?.typeCalled(name) === type,
    enchantment: ({ id, level }) => nameOfEnchantment(id, level, language),
    level: (level) => nameOfLevel(level, language),
    // The game's name of a potion includes its effect: Trank der Heilung, not Trank (Trank der Heilung).
    potion: (type, potion) => language.itemNames?.potion(type, potion) ?? null,
    canvas: (ends) => ends,
    quoted: (text) => language.say('item.quoted', { text }),
    by: (work, author) => language.say('item.by', { work, author }),
    bracketed: (name, details) => language.say('item.bracketed', { name, details }),
    untitled: (author) => language.say('item.untitled', { author }),
    picture: (author) => (author === null ? language.say('item.picture') : language.say('item.picture-by', { author })),
    disc: (title) => language.say('item.disc', { title }),
    generation: (generation) => language.say(`item.${generation}`),
    flight: (flight) => language.say('item.flight', { flight }),
    trim: (pattern, material) => language.say('item.trim', { pattern, material }),
    damaged: () => language.say('item.damaged'),
    signedBy: (names) => language.say('item.signed-by', { names }),
    unknownVariant: () => language.say('item.variant-unknown'),
  };
}
