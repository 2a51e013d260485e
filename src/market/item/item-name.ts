import { formerTypes } from './current-type.ts';
import { ENGLISH_NAMES } from './english-names.ts';
import { readableType } from './readable-type.ts';

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
