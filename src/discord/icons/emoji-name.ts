import { createHash } from 'node:crypto';

/** What of a name is left of Discord's 32 characters beside `crier_` and the picture's hash. */
const LONGEST_STEM = 19;
const OURS = /^(crier_\w+)_([0-9a-f]{6})$/;

/** How a hash begins: enough to see that a picture is another one. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 6);
}

/** A type's own part of its emoji's name; longer ones end with a hash, so that no two are alike. */
export function stemOf(type: string): string {
  const name = type.toLowerCase();
  return name.length <= LONGEST_STEM ? name : `${name.slice(0, LONGEST_STEM - 7)}_${shortHash(name)}`;
}

/**
 * The picture's hash stands in the name, so that Discord's own list says what is up already: nothing is kept beside it that
 * a kill or a lost store could contradict.
 */
export function emojiName(stem: string, hash: string): string {
  return `crier_${stem}_${hash}`;
}

/** An emoji's name without its picture's hash; null: it is none of ours. */
export function withoutHash(name: string): string | null {
  return OURS.exec(name)?.[1] ?? null;
}
