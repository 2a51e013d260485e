import type { FileView } from '../protocol.ts';
import { h } from './dom.ts';

/** A message's files by their addresses. */
export type Files = ReadonlyMap<string, FileView>;

/** The room that a picture takes at most, in pixels. */
const MOST = { width: 520, height: 380 };

/** What is said of a picture: by the message where it shows it, else by its sender, else by what stands around it. */
export interface PictureWords {
  readonly alt: string;
  readonly otherwise: string;
}

/** A picture of this server. One from elsewhere is only named: the page stays offline. */
export function picture(url: string, files: Files, { alt, otherwise }: PictureWords): HTMLElement {
  const isOurs = new URL(url, location.href).origin === location.origin;
  if (!isOurs) return h('span', { class: 'picture-elsewhere' }, `Picture: ${url}`);
  const file = files.get(url);
  const told = alt || file?.description || '';
  const room = file?.image ? roomFor(file.image) : {};
  const image = h('img', { class: 'picture', src: url, alt: told || otherwise, ...room, 'data-test': 'picture' });
  const link = h('a', { class: 'picture-link', href: url, target: '_blank', rel: 'noopener' }, image);
  return h('span', { class: 'picture-frame' }, link, told !== '' && altMark(told));
}

/** Discord's mark on a picture that is described; opened, it shows the words. */
function altMark(words: string): HTMLElement {
  return h('details', { class: 'alt-mark' }, h('summary', {}, 'ALT'), h('span', {}, words));
}

/** Known before it has loaded, so that what stands below does not move. */
function roomFor({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, MOST.width / width, MOST.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
