import type { FileView } from '../protocol.ts';
import { h } from './dom.ts';

/** A message's files by their addresses. */
export type Files = ReadonlyMap<string, FileView>;

/** The room that a picture takes at most, in pixels. */
const MOST = { width: 520, height: 380 };

/** A picture of this server, described by its sender where they did. One from elsewhere is only named: the page stays offline. */
export function picture(url: string, files: Files, otherwise: string): HTMLElement {
  const isOurs = new URL(url, location.href).origin === location.origin;
  if (!isOurs) return h('span', { class: 'picture-elsewhere' }, `Picture: ${url}`);
  const file = files.get(url);
  const alt = file?.description || otherwise;
  const room = file?.image ? roomFor(file.image) : {};
  const image = h('img', { class: 'picture', src: url, alt, title: alt, ...room, 'data-test': 'picture' });
  return h('a', { class: 'picture-frame', href: url, target: '_blank', rel: 'noopener' }, image);
}

/** Known before it has loaded, so that what stands below does not move. */
function roomFor({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, MOST.width / width, MOST.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
