import type { FileView } from '../protocol.ts';
import { h } from './dom.ts';
import { writeSize } from './file-size.ts';
import { type Files, picture } from './picture.ts';

/** The files of a message that neither an embed nor a component shows: pictures as such, others to be downloaded. */
export function looseFiles(files: Files): readonly HTMLElement[] {
  return [...files.values()]
    .filter(({ isShown }) => !isShown)
    .map((file) => (file.type.startsWith('image/') ? picture(file.url, files, file.name) : fileCard(file)));
}

function fileCard({ name, url, size, description }: FileView): HTMLElement {
  return h(
    'a',
    { class: 'file', href: url, download: name, title: description ?? `Download ${name}`, 'data-test': 'file' },
    h('span', { class: 'file-sign', 'aria-hidden': 'true' }, '⤓'),
    h('span', { class: 'file-words' }, h('b', {}, name), h('small', {}, writeSize(size))),
  );
}
