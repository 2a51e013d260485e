import type { Language } from '../../../language/language.ts';
import { type Identity, type Item, type ItemChoice, traitOf } from '../../../market/item/item.ts';
import { isNameOfType, itemName } from '../../../market/item/item-name.ts';
import {
  conditionIn,
  displayNameIn,
  enchantmentName,
  type LabelWords,
  labelIn,
  ROMAN_NUMERALS,
  showsLevel,
} from '../../../market/item/label.ts';
import type { UnknownName } from '../../../market/search/unknown-names.ts';
import type { Shop } from '../../../market/shops/shop.ts';
import { clean, code, safe } from './text.ts';

/** Returns the game's name of a type: `SLIME_BLOCK` reads Slime Block, or Schleimblock. */
export function nameOfType(type: string, { itemNames }: Language): string {
  return itemNames?.type(type) ?? itemName(type);
}

/** Returns the game's name of an enchantment, with its level unless null, such as Sharpness V. */
export function nameOfEnchantment(id: string, level: number | null, language: Language): string {
  const name = language.itemNames?.enchantment(id) ?? enchantmentName(id);
  return level === null || !showsLevel(id, level) ? name : `${name} ${nameOfLevel(level, language)}`;
}

function nameOfLevel(level: number, { itemNames }: Language): string {
  return itemNames?.level(level) ?? ROMAN_NUMERALS[level] ?? String(level);
}

/** Names a type and variant, such as Enchanted Book (Sharpness V). The result contains raw players' text. */
export function nameOfIdentity(identity: Identity, language: Language): string {
  return labelIn(wordsOf(language), identity);
}

/** Names an item as the user chose it. The result contains raw players' text. */
export function nameOfChoice({ type, key, label }: ItemChoice, language: Language): string {
  return key === undefined ? nameOfType(type, language) : (label ?? nameOfType(type, language));
}

/**
 * Names a choice in the user's language if one of the shops sells exactly this item, else as it was chosen. The result
 * contains raw players' text.
 */
export function nameOfChoiceSold(choice: ItemChoice, shops: readonly Shop[], language: Language): string {
  const sold = shops.find(({ item: { identity } }) => identity.key === choice.key);
  return sold === undefined ? nameOfChoice(choice, language) : nameOfIdentity(sold.item.identity, language);
}

/**
 * Names an item by its kind in the user's language and a player's name for it. The result contains raw players' text.
 *
 * @param hasOpenVariant whether the name says that the variant is unknown
 */
export function nameOfItem(item: Item, language: Language, hasOpenVariant = false): string {
  return displayNameIn(wordsOf(language), item, hasOpenVariant);
}

/** Lists conditions such as `damaged` or `signed by Ada`. The result contains raw players' text. */
export function nameConditions(item: Pick<Item, 'condition'>, language: Language): readonly string[] {
  return conditionIn(wordsOf(language), item);
}

const wordsByLanguage = new WeakMap<Language, LabelWords>();

function wordsOf(language: Language): LabelWords {
  const words = wordsByLanguage.get(language) ?? createWords(language);
  wordsByLanguage.set(language, words);
  return words;
}

function createWords(language: Language): LabelWords {
  return {
    type: (type) => nameOfType(type, language),
    isNameOf: (name, type) => isNameOfType(name, type) || language.itemNames?.typeCalled(name) === type,
    enchantment: ({ id, level }) => nameOfEnchantment(id, level, language),
    level: (level) => nameOfLevel(level, language),
    // The game's name of a potion includes its effect, as in Trank der Heilung.
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

const QUOTED_TITLE_CHARACTERS = 100;
const QUOTED_AUTHOR_CHARACTERS = 40;

/** The data of a painting for its description. Title and author are raw players' text, or null if unknown. */
interface DescribedPainting {
  readonly title: string | null;
  readonly author: string | null;
  /** Width and height in pixels of the canvas. */
  readonly width: number;
  readonly height: number;
}

/**
 * Formats a picture's alt text as `“Harbour at Dusk” by Ariane, 32 × 16 pixels`, without markdown, which Discord does
 * not render there.
 */
export function altOfPainting(painting: DescribedPainting, language: Language): string {
  const { width, height } = painting;
  const size = { width: String(width), height: String(height) };
  return language.say('painting.alt', { painting: titleOfPainting(painting, language), ...size });
}

/** Formats `“Harbour at Dusk” by Ariane` or `Untitled painting by Ariane` as plain text. */
export function titleOfPainting(
  { title, author }: Pick<DescribedPainting, 'title' | 'author'>,
  language: Language,
): string {
  const by = author === null ? null : clean(author, QUOTED_AUTHOR_CHARACTERS);
  if (title === null)
    return by === null ? language.say('painting.untitled') : language.say('item.untitled', { author: by });
  const work = language.say('item.quoted', { text: clean(title, QUOTED_TITLE_CHARACTERS) });
  return by === null ? work : language.say('item.by', { work, author: by });
}

/** Formats a painting's generation, such as `original` or `copy`, or returns null if its item has none. */
export function sayGeneration(identity: Identity, language: Language): string | null {
  switch (traitOf(identity, 'generation')) {
    case 'original':
      return language.say('item.original');
    case 'copy':
      return language.say('item.copy');
    case 'copy-of-copy':
      return language.say('item.copy-of-copy');
    default:
      return null;
  }
}

/** Formats a line for each unknown name in a filter, with suggestions. */
export function formatUnknownNames(unknownNames: readonly UnknownName[], language: Language): string[] {
  return unknownNames.map((one) => {
    if (one.what !== 'item' && one.nowCalled !== undefined) {
      return language.say('filter.renamed-owner', { name: safe(one.name), now: safe(one.nowCalled) });
    }
    const meant = nearestNames(one, language).map((name) => `**${safe(name)}**`);
    const hint =
      meant.length > 0
        ? language.say('filter.did-you-mean', { names: language.or(meant) })
        : language.say('filter.check-spelling');
    return `${formatUnknown(one, language)} ${hint}`;
  });
}

function formatUnknown(unknown: UnknownName, language: Language): string {
  const name = safe(nameOfUnknown(unknown.name, unknown, language));
  switch (unknown.what) {
    case 'item':
      return language.say('filter.unknown-item', {
        item: safe(nameOfType(unknown.name, language)),
        type: code(unknown.name),
      });
    case 'owner':
    case 'not-owner':
      return language.say('filter.unknown-owner', { name });
    case 'world':
      return language.say('filter.unknown-world', { name });
    case 'enchantment':
      return language.say('filter.unknown-enchantment', { name });
  }
}

/** Returns the suggested names in the order of `didYouMean`. They are raw players' text. */
export function nearestNames(unknown: UnknownName, language: Language): string[] {
  if (unknown.what === 'item') return unknown.didYouMean.map((choice) => nameOfChoice(choice, language));
  return unknown.didYouMean.map((name) => nameOfUnknown(name, unknown, language));
}

function nameOfUnknown(name: string, { what }: UnknownName, language: Language): string {
  return what === 'enchantment' ? nameOfEnchantment(name, null, language) : name;
}
