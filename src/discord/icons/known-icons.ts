import { createHash } from 'node:crypto';
import type { Icon, Icons } from '../../ports/pictures.ts';
import { type Kind, kindOf } from './kind.ts';

/** Discord allows 32 characters in a name: this many are left beside `crier_` and the picture's hash. */
const LONGEST_STEM = 19;
const OURS = /^(crier_\w+)_([0-9a-f]{6})$/;

/** The icons that Discord has. A picture of the very type goes before that of its kind. */
export class KnownIcons implements Icons {
  #byName: ReadonlyMap<string | null, Icon> = new Map();

  of(type: string): Icon | null {
    const name = `crier_${stemOf(type)}`;
    return this.#byName.get(name) ?? this.#byName.get(`crier_${kindStem(kindOf(type))}`) ?? null;
  }

  /** Replaces all. @param ids of our emojis, by name */
  replace(ids: ReadonlyMap<string, string>): void {
    this.#byName = new Map(Array.from(ids, ([name, id]) => [withoutHash(name), iconOf(name, id)]));
  }
}

function iconOf(name: string, id: string): Icon {
  return { emoji: `<:${name}:${id}>`, emojiId: id, name, url: `https://cdn.discordapp.com/emojis/${id}.png` };
}

/** Returns the beginning of a content's hash, enough to tell a changed picture. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 6);
}

/** Returns a type's own part of its emoji's name; longer ones end with a hash, so that no two are alike. */
export function stemOf(type: string): string {
  const name = type.toLowerCase();
  return name.length <= LONGEST_STEM ? name : `${name.slice(0, LONGEST_STEM - 7)}_${shortHash(name)}`;
}

export function kindStem(kind: Kind): string {
  return `kind_${kind}`;
}

/**
 * Returns an emoji's name. It holds the picture's hash: Discord's own list tells which pictures are up, and no record
 * of ours could contradict it after a kill or a lost store.
 */
export function emojiName(stem: string, hash: string): string {
  return `crier_${stem}_${hash}`;
}

/** Returns an emoji's name without its picture's hash, or null if it is none of ours. */
export function withoutHash(name: string): string | null {
  return OURS.exec(name)?.[1] ?? null;
}
