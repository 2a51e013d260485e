import { BoundedCache } from './bounded-cache.ts';
import { formerTypes } from './current-type.ts';
import { ENGLISH_NAMES } from './english-names.ts';

/**
 * Returns the game's English name of a type, such as Slime Block for `SLIME_BLOCK` and TNT for `TNT`. For any other id
 * it returns its words, such as Strong Healing.
 */
export function itemName(type: string): string {
  return ENGLISH_NAMES.get(type) ?? readableType(type);
}

/** Whether the name only repeats the type: the game's English name, or the words of the type's current or former id. */
export function isNameOfType(name: string, type: string): boolean {
  if (name === itemName(type) || name === readableType(type)) return true;
  return formerTypes(type).some((former) => name === readableType(former));
}

/** Words that the game writes in lower case within a name. */
const LOWER_CASE_WORDS: ReadonlySet<string> = new Set(['a', 'and', 'of', 'on', 'the', 'with']);

/** Converts `SLIME_BLOCK` or `strong_healing` to title case: Slime Block, Strong Healing, Heart of the Sea. */
export function readableType(type: string): string {
  return readableNames.get(type, toTitleCase);
}

/** Labels are made for each variant, and thousands of variants share a type. */
const readableNames = new BoundedCache<string>(4_096);

function toTitleCase(type: string): string {
  return type
    .split(/[_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
    .map((word, at) => (at > 0 && LOWER_CASE_WORDS.has(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join(' ');
}
