import { Memo } from './memo.ts';

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
