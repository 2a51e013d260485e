import type { Icon, Icons } from '../../ports/pictures.ts';
import { stemOf, withoutHash } from './emoji-name.ts';
import { kindStem } from './icon-picture.ts';
import { kindOf } from './kind.ts';

/** The icons that Discord has. A picture of the very type goes before that of its kind. */
export class KnownIcons implements Icons {
  #byName: ReadonlyMap<string | null, Icon> = new Map();

  of(type: string): Icon | null {
    return this.#byName.get(nameOf(stemOf(type))) ?? this.#byName.get(nameOf(kindStem(kindOf(type)))) ?? null;
  }

  /** These and no others. @param ids of our emojis, by name */
  replace(ids: ReadonlyMap<string, string>): void {
    this.#byName = new Map(Array.from(ids, ([name, id]) => [withoutHash(name), iconOf(name, id)]));
  }
}

/** As `withoutHash` gives it. */
function nameOf(stem: string): string {
  return `crier_${stem}`;
}

function iconOf(name: string, id: string): Icon {
  return { emoji: `<:${name}:${id}>`, emojiId: id, name, url: `https://cdn.discordapp.com/emojis/${id}.png` };
}
