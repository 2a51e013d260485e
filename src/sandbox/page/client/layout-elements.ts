import type { Json } from '../protocol.ts';
import { actionRow, controlElement, type Presses } from './controls.ts';
import { h } from './dom.ts';
import { listOf, numberOf, partOf, textOf } from './json.ts';
import { markdownElements, type Names } from './markdown-elements.ts';
import { type Files, picture } from './picture.ts';

/** What drawing a message's components needs besides themselves. */
export interface MatchContext {
  readonly files: Files;
  readonly names: Names;
  readonly on: Presses;
}

const KINDS = { row: 1, section: 9, text: 10, thumbnail: 11, gallery: 12, separator: 14, container: 17 } as const;

/** A message's component: an action row, or one of Components V2. */
export function layoutElement(json: Json, around: MatchContext): HTMLElement {
  switch (json.type) {
    case KINDS.row:
      return actionRow(json, around.on);
    case KINDS.text:
      return h('div', { class: 'text-display' }, ...markdownElements(textOf(json, 'content'), around.names));
    case KINDS.section:
      return h('div', { class: 'section' }, h('div', {}, ...within(json, around)), accessoryOf(json, around));
    case KINDS.thumbnail:
      return mediaOf(json, around);
    case KINDS.gallery:
      return h('div', { class: 'gallery' }, ...listOf(json, 'items').map((item) => mediaOf(item, around)));
    case KINDS.separator:
      return h('hr', { class: json.divider === false ? 'separator is-bare' : 'separator' });
    case KINDS.container:
      return containerElement(json, around);
    default:
      return controlElement(json, around.on);
  }
}

function within(json: Json, around: MatchContext): readonly HTMLElement[] {
  return listOf(json, 'components').map((part) => layoutElement(part, around));
}

function accessoryOf(json: Json, around: MatchContext): HTMLElement | null {
  const accessory = partOf(json, 'accessory');
  return accessory && layoutElement(accessory, around);
}

function mediaOf(json: Json, around: MatchContext): HTMLElement {
  const media = partOf(json, 'media') ?? {};
  return picture(textOf(media, 'url'), around.files, textOf(json, 'description') || 'Picture');
}

function containerElement(json: Json, around: MatchContext): HTMLElement {
  const element = h('div', { class: 'embed container' }, ...within(json, around));
  const colour = numberOf(json, 'accent_color');
  if (colour) element.style.setProperty('--bar', `#${colour.toString(16).padStart(6, '0')}`);
  return element;
}
