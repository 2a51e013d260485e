import type { Json } from '../protocol.ts';
import { actionRow, controlElement, type Presses } from './controls.ts';
import { h } from './dom.ts';
import { fileOf } from './file-card.ts';
import { listOf, numberOf, partOf, textOf } from './json.ts';
import { markdownElements } from './markdown-elements.ts';
import type { Names } from './names.ts';
import { type Files, picture } from './picture.ts';

/** Data for drawing a message's components. */
export interface Around {
  readonly files: Files;
  readonly names: Names;
  readonly on: Presses;
}

const KINDS = {
  row: 1,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
} as const;
const LARGE = 2;

/** Draws a message's component: an action row, or one of Components V2. */
export function layoutElement(json: Json, around: Around): HTMLElement {
  switch (json.type) {
    case KINDS.row:
      return actionRow(json, around.names, around.on);
    case KINDS.text:
      return h('div', { class: 'text-display' }, ...markdownElements(textOf(json, 'content'), around.names));
    case KINDS.section:
      return h('div', { class: 'section' }, h('div', {}, ...within(json, around)), accessoryOf(json, around));
    case KINDS.thumbnail:
      return h('div', { class: 'thumbnail' }, mediaOf(json, around));
    case KINDS.gallery:
      return galleryElement(json, around);
    case KINDS.file:
      return fileOf(around.files, textOf(partOf(json, 'file') ?? {}, 'url'));
    case KINDS.separator:
      return separatorElement(json);
    case KINDS.container:
      return containerElement(json, around);
    default:
      return controlElement(json, around.names, around.on);
  }
}

function within(json: Json, around: Around): readonly HTMLElement[] {
  return listOf(json, 'components').map((part) => layoutElement(part, around));
}

function accessoryOf(json: Json, around: Around): HTMLElement | null {
  const accessory = partOf(json, 'accessory');
  return accessory && h('div', { class: 'accessory' }, layoutElement(accessory, around));
}

function mediaOf(json: Json, { files }: Around): HTMLElement {
  const url = textOf(partOf(json, 'media') ?? {}, 'url');
  return picture(url, files, { alt: textOf(json, 'description'), otherwise: 'Picture' });
}

/** One picture stands alone; two or four stand in pairs, others in threes. */
function galleryElement(json: Json, around: Around): HTMLElement {
  const items = listOf(json, 'items').map((item) => mediaOf(item, around));
  const columns = items.length === 1 ? 1 : items.length === 2 || items.length === 4 ? 2 : 3;
  return h('div', { class: `gallery has-${columns}-columns` }, ...items);
}

function separatorElement(json: Json): HTMLElement {
  const classes = ['separator', json.divider === false && 'is-bare', json.spacing === LARGE && 'is-large'];
  return h('hr', { class: classes.filter(Boolean).join(' ') });
}

function containerElement(json: Json, around: Around): HTMLElement {
  const colour = numberOf(json, 'accent_color');
  const name = colour === null ? 'container' : 'container has-accent';
  const element = h('div', { class: name, 'data-test': 'container' }, ...within(json, around));
  if (colour !== null) element.style.setProperty('--bar', `#${colour.toString(16).padStart(6, '0')}`);
  return element;
}
