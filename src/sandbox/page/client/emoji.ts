import type { Json } from '../protocol.ts';
import { partOf, textOf } from './json.ts';

/** The emoji before a label, with its space; a custom one by its name; empty where there is none. */
export function emojiOf(json: Json): string {
  const emoji = partOf(json, 'emoji');
  if (!emoji) return '';
  return emoji.id ? `:${textOf(emoji, 'name')}: ` : `${textOf(emoji, 'name')} `;
}
