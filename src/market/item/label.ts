import { fitGraphemes } from './fit-graphemes.ts';
import { isPlainItem } from './identity.ts';
import type { Enchantment, Identity, Item, Variant } from './item.ts';
import { isNameOfType, itemName, readableType } from './item-name.ts';
import { PLAYER_NAME_TRAIT, SERVER_NAME_TRAIT } from './traits.ts';

/** Roman numerals by number, as the game writes levels. */
export const ROMAN_NUMERALS = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];

/** Enchantments with a single level, which the game does not write. */
const SINGLE_LEVEL_ENCHANTMENTS: ReadonlySet<string> = new Set(
  'mending silk_touch infinity channeling multishot flame aqua_affinity binding_curse vanishing_curse'.split(' '),
);

/** How often a painting or a book was copied. */
export type Generation = 'original' | 'copy' | 'copy-of-copy' | 'tattered';
const BOOK_GENERATIONS: ReadonlySet<string> = new Set<Generation>(['original', 'copy', 'copy-of-copy', 'tattered']);

/** The words of a label in one language. Titles, authors and names are raw player text. */
export interface LabelWords {
  type(type: string): string;
  /** Whether a name only repeats the type, in English or in this language. */
  isNameOf(name: string, type: string): boolean;
  enchantment(enchantment: Enchantment): string;
  /** The V of `Ominous Bottle V`. */
  level(level: number): string;
  /** Returns the game's name of the type with that potion, such as `Splash Potion of Healing`, or null if unknown. */
  potion(type: string, potion: string): string | null;
  /** Names a painting without title and author by the ends of its id. */
  canvas(ends: string): string;
  /** Quotes a title or a player-given name. */
  quoted(text: string): string;
  /** `work` by `author`. */
  by(work: string, author: string): string;
  /** `name (details)`. */
  bracketed(name: string, details: string): string;
  /** Names a painting without a title. */
  untitled(author: string): string;
  picture(author: string | null): string;
  /** @param title a quoted title */
  disc(title: string): string;
  generation(generation: Generation): string;
  flight(flight: string): string;
  trim(pattern: string, material: string): string;
  damaged(): string;
  signedBy(names: string): string;
  unknownVariant(): string;
}

const ENGLISH_WORDS: LabelWords = {
  type: itemName,
  isNameOf: isNameOfType,
  enchantment: enchantmentLabel,
  level: (level) => ROMAN_NUMERALS[level] ?? String(level),
  potion: () => null,
  canvas: (ends) => `canvas ${ends}`,
  quoted: (text) => `“${text}”`,
  by: (work, author) => `${work} by ${author}`,
  bracketed: (name, details) => `${name} (${details})`,
  untitled: (author) => `Untitled painting by ${author}`,
  picture: (author) => (author === null ? 'Camera picture' : `Camera picture by ${author}`),
  disc: (title) => `Music Disc ${title}`,
  generation: (generation) => generation.replaceAll('-', ' ').replace(' of copy', ' of a copy'),
  flight: (flight) => `flight ${flight}`,
  trim: (pattern, material) => `${pattern} trim, ${material}`,
  damaged: () => 'damaged',
  signedBy: (names) => `signed by ${names}`,
  unknownVariant: () => 'variant unknown',
};

/**
 * Returns type and variant in words: Enchanted Book (Sharpness V). It contains raw player text, so escape it for
 * display.
 */
export function labelOf(identity: Identity): string {
  return labelIn(ENGLISH_WORDS, identity);
}

/**
 * Returns the item in words: its kind, then its player-given name. It contains raw player text.
 * @param hasOpenVariant whether to mention that the variant is unknown: see the function of that name
 */
export function displayName(item: Item, hasOpenVariant = false): string {
  return displayNameIn(ENGLISH_WORDS, item, hasOpenVariant);
}

/** Returns the label of an item in the words of a language. See `labelOf`. */
export function labelIn(words: LabelWords, { type, variant }: Identity): string {
  return composeLabel(words, type, variant, [], variant?.customName ?? null);
}

/** Returns the item in the words of a language. See `displayName`. */
export function displayNameIn(words: LabelWords, item: Item, hasOpenVariant = false): string {
  const { type, variant } = item.identity;
  const details = [...conditionIn(words, item)];
  if (variant === null && hasOpenVariant) details.push(words.unknownVariant());
  return composeLabel(words, type, variant, details, playersName(words, item));
}

/** Returns the player-given name, or the service's name for an item without other data. */
function playersName(words: LabelWords, { identity, name }: Item): string | null {
  const { type, variant } = identity;
  if (variant !== null) {
    const given = variant.customName ?? traitValue(variant, PLAYER_NAME_TRAIT);
    if (given !== null || !isPlainItem(identity) || variant.shown !== undefined) return given;
  }
  // A part of the name, such as Music Disc in Music Disc 11, adds nothing.
  const isPartOfType = [words.type(type), readableType(type), type].some((form) => includesAnyCase(form, name));
  return isPartOfType || words.isNameOf(name, type) ? null : name;
}

function includesAnyCase(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function composeLabel(
  words: LabelWords,
  type: string,
  variant: Variant | null,
  more: readonly string[],
  given: string | null,
): string {
  const typeWords = typeIn(words, type, variant);
  const lead = variant === null ? null : leadIn(words, variant);
  const details: string[] = [];
  if (lead?.isOfType === false) details.push(typeWords);
  if (variant !== null) details.push(...detailsIn(words, type, variant, lead));
  const inBrackets = [...details, ...more];
  const name = lead?.text ?? typeWords;
  const label = inBrackets.length === 0 ? name : words.bracketed(name, inBrackets.join(', '));
  return given === null ? label : `${label} ${words.quoted(given)}`;
}

/** In UTF-16 units, short enough to leave space for the author. The game's own titles have 32 at most. */
const LABEL_TITLE_CHARACTERS = 64;

/** The leading words of a label, in place of the type. `isOfType`: they imply the type, so the details omit it. */
interface Lead {
  readonly text: string;
  readonly isOfType: boolean;
  readonly of: 'painting' | 'picture' | 'book' | 'name' | 'disc';
}

function leadIn(words: LabelWords, variant: Variant): Lead | null {
  const read = (name: string) => traitValue(variant, name);
  const [written, author] = [read('title'), read('author')];
  const title = written === null ? null : fitGraphemes(written, LABEL_TITLE_CHARACTERS);
  if (variant.canvas !== null && (title !== null || author !== null)) {
    const text = title === null ? words.untitled(author ?? '') : byAuthor(words, words.quoted(title), author);
    return { text, isOfType: true, of: 'painting' };
  }
  if (read('picture') !== null) return { text: words.picture(author), isOfType: true, of: 'picture' };
  if (title !== null) return { text: byAuthor(words, title, author), isOfType: false, of: 'book' };
  const name = read(SERVER_NAME_TRAIT);
  if (name !== null) return { text: name, isOfType: false, of: 'name' };
  const disc = read('disc');
  return disc === null ? null : { text: words.disc(words.quoted(readableId(disc))), isOfType: true, of: 'disc' };
}

function byAuthor(words: LabelWords, work: string, author: string | null): string {
  return author === null ? work : words.by(work, author);
}

/**
 * Returns the type with the traits that the game writes into its name: a potion's effect, an ominous bottle's level.
 */
function typeIn(words: LabelWords, type: string, variant: Variant | null): string {
  const potion = variant?.potion ? words.potion(type, variant.potion) : null;
  const name = potion ?? words.type(type);
  const amplifier = variant === null ? null : traitValue(variant, 'amplifier');
  return amplifier === null ? name : `${name} ${words.level(Number(amplifier) + 1)}`;
}

function detailsIn(words: LabelWords, type: string, variant: Variant, lead: Lead | null): string[] {
  const { enchantments, potion, canvas } = variant;
  const details = enchantments.map(words.enchantment);
  if (potion !== null && words.potion(type, potion) === null) details.push(itemName(potion));
  if (canvas !== null && lead?.of !== 'painting') details.push(words.canvas(shortCanvas(canvas)));
  for (const { name, value } of variant.traits ?? []) details.push(...traitWords(words, name, value, lead));
  return details;
}

/** Describes a trait, or returns nothing if the lead or the type already shows it. */
function traitWords(words: LabelWords, name: string, value: string, lead: Lead | null): string[] {
  switch (name) {
    case 'author':
      return lead?.of === 'book' ? [] : [value];
    case 'generation':
      return isGeneration(value) ? [words.generation(value)] : [];
    case 'picture':
      return [value.slice(0, 8)];
    case 'map':
      return [`#${value}`];
    case 'disc':
      return lead?.of === 'disc' ? [] : [words.disc(words.quoted(readableId(value)))];
    case 'model':
      return lead === null ? [value.split(' ').map(readableId).join(', ')] : [];
    case 'item-model':
      return lead === null ? [readableId(value)] : [];
    case 'head':
      return lead === null ? [value] : [];
    case 'flight':
      return [words.flight(value)];
    case 'instrument':
      return [readableId(value.replace(/_goat_horn$/, ''))];
    case 'fish':
      return value.split(' ').map(readableId);
    case 'trim': {
      const [pattern = '', material = ''] = value.split(' ').map(readableId);
      return [words.trim(pattern, material)];
    }
    case 'stew':
      return value.split(' ').map(readableId);
    case 'effects':
      return value.split(' ').map((effect) => {
        const [, id = '', level = ''] = /^(.*):(\d+):-?\d+$/.exec(effect) ?? [];
        return `${readableId(id)} ${words.level(Number(level))}`;
      });
    default:
      return [];
  }
}

function isGeneration(value: string): value is Generation {
  return BOOK_GENERATIONS.has(value);
}

/** Describes damage and signers in the words of a language; empty for sound goods. */
export function conditionIn(words: LabelWords, { condition }: Pick<Item, 'condition'>): readonly string[] {
  const conditions: string[] = [];
  if (condition?.damaged) conditions.push(words.damaged());
  if (condition?.signedBy !== undefined) conditions.push(words.signedBy(condition.signedBy));
  return conditions;
}

/** Converts `realm_discs:slow_rain` to Slow Rain. */
export function readableId(id: string): string {
  return readableType(id.slice(id.lastIndexOf(':') + 1).replaceAll(/[./]/g, '_'));
}

function traitValue({ traits = [], shown = [] }: Variant, name: string): string | null {
  return [...traits, ...shown].find((trait) => trait.name === name)?.value ?? null;
}

/** Returns the name of an enchantment: Sharpness, Curse of Binding. */
export function enchantmentName(id: string): string {
  const curse = /^(.+)_curse$/.exec(id)?.[1];
  return curse === undefined ? itemName(id) : `Curse of ${itemName(curse)}`;
}

/** Returns an enchantment with its level: Sharpness V, Silk Touch, Unbreaking 12. */
export function enchantmentLabel({ id, level }: Enchantment): string {
  const name = enchantmentName(id);
  return showsLevel(id, level) ? `${name} ${ROMAN_NUMERALS[level] ?? level}` : name;
}

/** Whether the game writes the level, which it omits for enchantments with a single one. */
export function showsLevel(id: string, level: number): boolean {
  return level !== 1 || !SINGLE_LEVEL_ENCHANTMENTS.has(id);
}

/** Shortens a canvas id to author and number, such as 0a1b2c3d…_12, enough to distinguish paintings in a list. */
function shortCanvas(canvas: string): string {
  return `${canvas.slice(0, 8)}…${canvas.slice(canvas.indexOf('_'))}`;
}
