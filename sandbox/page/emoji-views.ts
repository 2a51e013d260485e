import { emojiIdOf } from '../discord/rules/emoji-rules.ts';
import type { Emoji } from '../discord/world/entities.ts';
import type { EmojiView } from './protocol.ts';

/** The emojis as the page shows them, each at an address of the page's own server. */
export function emojiViews(emojis: readonly Emoji[]): EmojiView[] {
  return emojis.map(({ id, name, animated }) => ({ id, name, animated, url: pathOf(id) }));
}

/** Where the page's own server has the emoji of an address of Discord's CDN; undefined: that is no such address. */
export function emojiPathOf(url: string): string | undefined {
  const id = emojiIdOf(url);
  return id === null ? undefined : pathOf(id);
}

function pathOf(id: string): string {
  return `/emojis/${id}.png`;
}
