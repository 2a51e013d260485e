import type { Icon, Icons } from '../../ports/icons.ts';
import { stemOf } from './emoji-name.ts';
import { kindStem } from './icon-picture.ts';
import { kindOf } from './kind.ts';

/** The icons that Discord has, by the stem of their names. A picture of the very type goes before that of its kind. */
export class KnownIcons implements Icons {
  readonly #byStem = new Map<string, Icon>();

  of(type: string): Icon | null {
    return this.#byStem.get(stemOf(type)) ?? this.#byStem.get(kindStem(kindOf(type))) ?? null;
  }

  put(stem: string, { id, name }: { readonly id: string; readonly name: string }): void {
    const url = `https://cdn.discordapp.com/emojis/${id}.png`;
    this.#byStem.set(stem, { emoji: `<:${name}:${id}>`, emojiId: id, name, url });
  }
}
