import type { Language } from '../../../language/language.ts';
import { type Identity, type Item, type ItemChoice, traitOf } from '../../../market/item/item.ts';
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
import type { UnknownName } from '../../../market/search/unknown-names.ts';
import type { Shop } from '../../../market/shops/shop.ts';
import { clean, code, safe } from './text.ts';

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

const TITLE_LENGTH = 100;
const AUTHOR_LENGTH = 40;

/** A painting as its picture is described. Texts are players', raw; null if the painter gave none. */
interface DescribedPainting {
  readonly title: string | null;
  readonly author: string | null;
  /** In pixels of the canvas. */
  readonly width: number;
  readonly height: number;
}

/**
 * A picture's alt text: `“Harbour at Dusk” by Ariane, 32 × 16 pixels`. Plain text, as Discord renders no markdown
 * there.
 */
export function altOfPainting(painting: DescribedPainting, language: Language): string {
  const { width, height } = painting;
  const size = { width: String(width), height: String(height) };
  return language.say('painting.alt', { painting: titleOfPainting(painting, language), ...size });
}

/** `“Harbour at Dusk” by Ariane`, `Untitled painting by Ariane`, as plain text. */
export function titleOfPainting(
  { title, author }: Pick<DescribedPainting, 'title' | 'author'>,
  language: Language,
): string {
  const by = author === null ? null : clean(author, AUTHOR_LENGTH);
  if (title === null)
    return by === null ? language.say('painting.untitled') : language.say('item.untitled', { author: by });
  const work = language.say('item.quoted', { text: clean(title, TITLE_LENGTH) });
  return by === null ? work : language.say('item.by', { work, author: by });
}

/** `original`, `copy`: how often a painting was copied. Null if its item does not say. */
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

/** What nobody knows of a filter, and what may have been meant: a line each. */
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
  const name = safe(shown(unknown.name, unknown, language));
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

/** The names that may have been meant, in the order of `didYouMean`. Players' text, raw. */
export function nearestNames(unknown: UnknownName, language: Language): string[] {
  if (unknown.what === 'item') return unknown.didYouMean.map((choice) => nameOfChoice(choice, language));
  return unknown.didYouMean.map((name) => shown(name, unknown, language));
}

function shown(name: string, { what }: UnknownName, language: Language): string {
  return what === 'enchantment' ? nameOfEnchantment(name, null, language) : name;
}
