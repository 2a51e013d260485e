import type { Json } from '../protocol.ts';
import { type Child, h } from './dom.ts';
import { partOf, textOf } from './json.ts';

/** An emoji of the application from the page's own server, or its name if the server has no such emoji. */
export function customEmoji(name: string, id: string): HTMLElement {
  const words = `:${name}:`;
  return h('img', { class: 'emoji', src: `/emojis/${id}.png`, alt: words, title: words, 'data-test': 'emoji' });
}

/** The emoji before a label, with its space, or nothing. */
export function emojiOf(json: Json): readonly Child[] {
  const emoji = partOf(json, 'emoji');
  if (!emoji) return [];
  const [name, id] = [textOf(emoji, 'name'), textOf(emoji, 'id')];
  return [id === '' ? name : customEmoji(name, id), ' '];
}
