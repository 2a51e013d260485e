import { ENGLISH_NAMES } from './english-names.ts';
import { readableType } from './readable-type.ts';

/** The game's English name of a type: `SLIME_BLOCK` reads Slime Block, `TNT` TNT; of all else its letters, Strong Healing. */
export function itemName(type: string): string {
  return ENGLISH_NAMES.get(type) ?? readableType(type);
}

/** Whether the name is but the game's English name of the type, or what its letters read. */
export function isNameOfType(name: string, type: string): boolean {
  return name === itemName(type) || name === readableType(type);
}
