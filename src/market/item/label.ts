import { ENGLISH_NAMES } from './english-names.ts';
import type { Enchantment, Identity, Item, Variant } from './item.ts';
import { readableType } from './readable-type.ts';

/** Levels as the game writes them, by their number. */
export const ROMAN = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];

/** Enchantments of one level only, which the game writes without it. */
const ONE_LEVEL: ReadonlySet<string> = new Set(
  'mending silk_touch infinity channeling multishot flame aqua_affinity binding_curse vanishing_curse'.split(' '),
);

/** The game's English name of a type: `SLIME_BLOCK` reads Slime Block, `TNT` TNT; of all else its letters, Strong Healing. */
export function itemName(type: string): string {
  return ENGLISH_NAMES.get(type) ?? readableType(type);
}

/** Whether the name is but the game's English name of the type, or what its letters read. */
export function isNameOfType(name: string, type: string): boolean {
  return name === itemName(type) || name === readableType(type);
}

/** Type and variant in words: Enchanted Book (Sharpness V). Holds players' text raw: escape it where it is shown. */
export function labelOf(identity: Identity): string {
  return withWords(itemName(identity.type), wordsOf(identity.variant));
}

/**
 * The service's name of the item and the variant in words, a custom name once only. Players' text, raw.
 * @param hasOpenVariant whether it is worth a word that the variant is unknown: see the function of that name
 */
export function displayName({ identity, name }: Item, hasOpenVariant = false): string {
  const { variant } = identity;
  if (variant === null) return hasOpenVariant ? withWords(name, ['variant unknown']) : name;
  const said = variant.customName !== null && name.includes(variant.customName);
  return withWords(name, wordsOf(said ? { ...variant, customName: null } : variant));
}

/** Sharpness, Curse of Binding. */
export function enchantmentName(id: string): string {
  const curse = /^(.+)_curse$/.exec(id)?.[1];
  return curse === undefined ? itemName(id) : `Curse of ${itemName(curse)}`;
}

/** Sharpness V, Mending, Unbreaking 12. */
export function enchantmentLabel({ id, level }: Enchantment): string {
  const name = enchantmentName(id);
  return showsLevel(id, level) ? `${name} ${ROMAN[level] ?? level}` : name;
}

/** Whether the game writes the level: Mending has one only. */
export function showsLevel(id: string, level: number): boolean {
  return level !== 1 || !ONE_LEVEL.has(id);
}

function withWords(name: string, words: readonly string[]): string {
  return words.length === 0 ? name : `${name} (${words.join(', ')})`;
}

function wordsOf(variant: Variant | null): string[] {
  if (variant === null) return [];
  const words = variant.enchantments.map(enchantmentLabel);
  if (variant.potion !== null) words.push(itemName(variant.potion));
  if (variant.canvas !== null) words.push(`canvas ${shortCanvas(variant.canvas)}`);
  if (variant.customName !== null) words.push(`"${variant.customName}"`);
  return words;
}

/** 0a1b2c3d…_12: author and number, enough to tell paintings apart in a list. */
function shortCanvas(canvas: string): string {
  return `${canvas.slice(0, 8)}…${canvas.slice(canvas.indexOf('_'))}`;
}
