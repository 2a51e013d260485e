import type { Json } from '../protocol.ts';
import { timeElement } from './clock.ts';
import { h } from './dom.ts';
import { listOf, numberOf, partOf, textOf } from './json.ts';
import { markdownElements } from './markdown-elements.ts';
import type { Names } from './names.ts';
import { type Files, picture } from './picture.ts';

const INLINE = { blocks: false };

/** An embed: colour bar, title, description, fields (inline ones in columns), pictures and footer. */
export function embedElement(embed: Json, files: Files, names: Names): HTMLElement {
  const title = textOf(embed, 'title');
  const description = textOf(embed, 'description');
  const image = partOf(embed, 'image');
  const thumbnail = partOf(embed, 'thumbnail');
  const author = partOf(embed, 'author');
  const element = h(
    'article',
    { class: thumbnail ? 'embed has-thumbnail' : 'embed', 'data-test': 'embed' },
    author && h('div', { class: 'embed-author' }, textOf(author, 'name')),
    title !== '' && h('div', { class: 'embed-title' }, titleOf(embed, markdownElements(title, names, INLINE))),
    description !== '' && h('div', { class: 'embed-description' }, ...markdownElements(description, names)),
    fieldsOf(embed, names),
    thumbnail && h('div', { class: 'embed-thumbnail' }, mediaOf(thumbnail, files, 'Thumbnail')),
    image && mediaOf(image, files, title || 'Picture of the embed'),
    footerOf(embed),
  );
  const colour = numberOf(embed, 'color');
  if (colour) element.style.setProperty('--bar', `#${colour.toString(16).padStart(6, '0')}`);
  return element;
}

function mediaOf(media: Json, files: Files, otherwise: string): HTMLElement {
  return picture(textOf(media, 'url'), files, { alt: textOf(media, 'description'), otherwise });
}

function titleOf(embed: Json, inside: readonly Node[]): HTMLElement {
  const url = textOf(embed, 'url');
  if (!/^https?:/.test(url)) return h('span', {}, ...inside);
  return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, ...inside);
}

function fieldsOf(embed: Json, names: Names): HTMLElement | null {
  const fields = listOf(embed, 'fields');
  if (fields.length === 0) return null;
  const shown = fields.map((field) =>
    h(
      'div',
      { class: field.inline === true ? 'field is-inline' : 'field', 'data-test': 'field' },
      h('div', { class: 'field-name' }, ...markdownElements(textOf(field, 'name'), names, INLINE)),
      h('div', { class: 'field-value' }, ...markdownElements(textOf(field, 'value'), names)),
    ),
  );
  return h('div', { class: 'fields' }, ...shown);
}

function footerOf(embed: Json): HTMLElement | null {
  const text = textOf(partOf(embed, 'footer') ?? {}, 'text');
  const at = Date.parse(textOf(embed, 'timestamp'));
  if (text === '' && Number.isNaN(at)) return null;
  const time = Number.isNaN(at) ? null : timeElement(at, 'f', 'plain-time');
  return h('footer', { class: 'embed-footer' }, text, text !== '' && time !== null && ' • ', time);
}
