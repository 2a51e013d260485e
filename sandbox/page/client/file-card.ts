import type { FileView } from '../protocol.ts';
import { h } from './dom.ts';
import { writeSize } from './file-size.ts';
import { type Files, picture } from './picture.ts';

/** The files of a message outside embeds and components: pictures, and downloads of others. */
export function looseFiles(files: Files): readonly HTMLElement[] {
  return [...files.values()]
    .filter(({ isShown }) => !isShown)
    .map((file) => {
      if (!file.type.startsWith('image/')) return fileCard(file);
      return picture(file.url, files, { alt: '', otherwise: file.name });
    });
}

/** Returns the file of a message at an address. */
export function fileOf(files: Files, url: string): HTMLElement {
  const file = files.get(url);
  return file ? fileCard(file) : h('span', { class: 'unknown' }, `a file that is not there: ${url}`);
}

function fileCard({ name, url, size, description }: FileView): HTMLElement {
  return h(
    'a',
    { class: 'file', href: url, download: name, title: description ?? `Download ${name}`, 'data-test': 'file' },
    h('span', { class: 'file-sign', 'aria-hidden': 'true' }, '⤓'),
    h('span', { class: 'file-words' }, h('b', {}, name), h('small', {}, writeSize(size))),
  );
}
