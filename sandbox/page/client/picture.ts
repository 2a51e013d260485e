import type { FileView } from '../protocol.ts';
import { h } from './dom.ts';

/** A message's files by address. */
export type Files = ReadonlyMap<string, FileView>;

/** Largest size of a picture, in pixels. */
const MOST = { width: 520, height: 380 };

/** A picture's description: that of the message, else of its sender, else of the text next to it. */
export interface PictureWords {
  readonly alt: string;
  readonly otherwise: string;
}

/** Draws a picture of this server. One from elsewhere shows only its name, so that the page stays offline. */
export function picture(url: string, files: Files, { alt, otherwise }: PictureWords): HTMLElement {
  const isOurs = new URL(url, location.href).origin === location.origin;
  if (!isOurs) return h('span', { class: 'picture-elsewhere' }, `Picture: ${url}`);
  const file = files.get(url);
  const altText = alt || file?.description || '';
  const room = file?.image ? roomFor(file.image) : {};
  const image = h('img', { class: 'picture', src: url, alt: altText || otherwise, ...room, 'data-test': 'picture' });
  const link = h('a', { class: 'picture-link', href: url, target: '_blank', rel: 'noopener' }, image);
  return h('span', { class: 'picture-frame' }, link, altText !== '' && altMark(altText));
}

/** Discord's mark on a described picture. Opened, it shows the description. */
function altMark(words: string): HTMLElement {
  return h('details', { class: 'alt-mark' }, h('summary', {}, 'ALT'), h('span', {}, words));
}

/** Set before the picture has loaded, so that nothing below it moves. */
function roomFor({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, MOST.width / width, MOST.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
