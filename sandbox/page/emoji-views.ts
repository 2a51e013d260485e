import { emojiIdOf } from '../discord/rules/emoji-rules.ts';
import type { Emoji } from '../discord/world/entities.ts';
import type { EmojiView } from './protocol.ts';

/** The application's emojis for the page, each at an address of the page's own server. */
export function emojiViews(emojis: readonly Emoji[]): EmojiView[] {
  return emojis.map(({ id, name, animated }) => ({ id, name, animated, url: pathOf(id) }));
}

/**
 * Maps an emoji's address at Discord's CDN to one of the page's own server.
 * @returns undefined for any other address
 */
export function emojiPathOf(url: string): string | undefined {
  const id = emojiIdOf(url);
  return id === null ? undefined : pathOf(id);
}

function pathOf(id: string): string {
  return `/emojis/${id}.png`;
}
