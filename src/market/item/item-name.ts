import { formerTypes } from './current-type.ts';
import { ENGLISH_NAMES } from './english-names.ts';
import { Memo } from './memo.ts';

/**
 * The game's English name of a type: `SLIME_BLOCK` reads Slime Block, `TNT` TNT; of all else its letters, Strong
 * Healing.
 */
export function itemName(type: string): string {
  return ENGLISH_NAMES.get(type) ?? readableType(type);
}

/**
 * Whether the name only repeats the type: the game's English name, or the letters of a name that the type has or had.
 */
export function isNameOfType(name: string, type: string): boolean {
  if (name === itemName(type) || name === readableType(type)) return true;
  return formerTypes(type).some((former) => name === readableType(former));
}

/** Words that the game writes small within a name. */
const SMALL: ReadonlySet<string> = new Set(['a', 'and', 'of', 'on', 'the', 'with']);

/** `SLIME_BLOCK` or `strong_healing` by its letters: Slime Block, Strong Healing; `HEART_OF_THE_SEA`: Heart of the Sea. */
export function readableType(type: string): string {
  return readable.get(type, inWords);
}

/** A label is made for each variant, and thousands share a type. */
const readable = new Memo<string>(4_096);

function inWords(type: string): string {
  return type
    .split(/[_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
    .map((word, at) => (at > 0 && SMALL.has(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join(' ');
}
