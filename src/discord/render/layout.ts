import {
  type APIButtonComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APIContainerComponent,
  type APIMediaGalleryComponent,
  type APISectionComponent,
  type APISelectMenuComponent,
  type APIStringSelectComponent,
  type APITextDisplayComponent,
  ButtonStyle,
  ComponentType,
  MessageFlags,
} from 'discord.js';
import type { Language } from '../../language/language.ts';
import { formatWhole } from '../../language/number.ts';
import type { ItemChoice } from '../../market/item/item.ts';
import type { Filter } from '../../market/search/filter.ts';
import type { Icons } from '../../ports/pictures.ts';
import { MOST_MENU_OPTIONS } from './component-limits.ts';
import { nameOfType } from './words/names.ts';
import { clean } from './words/text.ts';

/** Accent colours of containers and embeds. The text always contains their meaning too. */
export const COLOURS = {
  neutral: 0x5b6ee1,
  good: 0x3ba55d,
  warning: 0xe0a526,
  bad: 0xd9534f,
} as const;

/** A Components V2 message for a reply or an edit. Such messages have neither content nor embeds. */
export interface Layout {
  readonly flags: MessageFlags.IsComponentsV2;
  readonly components: APIContainerComponent[];
}

/** A picture next to a text. */
export interface Thumbnail {
  /** An address or `attachment://name`. */
  readonly url: string;
  readonly alt: string;
}

/** Makes a message of one card with a coloured edge. Omits `null` parts. */
export function card(colour: number, ...parts: readonly (APIComponentInContainer | null)[]): Layout {
  const components = parts.filter((part) => part !== null);
  return {
    flags: MessageFlags.IsComponentsV2,
    components: [{ type: ComponentType.Container, accent_color: colour, components }],
  };
}

/** Makes a markdown text, or null if no line has text. */
export function text(...lines: readonly (string | null | false)[]): APITextDisplayComponent | null {
  const content = lines.filter((line) => typeof line === 'string' && line !== '').join('\n');
  return content === '' ? null : { type: ComponentType.TextDisplay, content };
}

/** Makes a markdown text, with a picture at its right unless null. */
export function pictured(content: string, picture: Thumbnail | null): APISectionComponent | APITextDisplayComponent {
  const display = { type: ComponentType.TextDisplay, content } as const;
  if (picture === null) return display;
  const accessory = { type: ComponentType.Thumbnail, media: { url: picture.url }, description: picture.alt } as const;
  return { type: ComponentType.Section, components: [display], accessory };
}

/** Makes a markdown text with a button at its right. */
export function actionable(content: string, accessory: APIButtonComponent): APISectionComponent {
  return { type: ComponentType.Section, components: [{ type: ComponentType.TextDisplay, content }], accessory };
}

/** Makes a thin line with space around it. */
export function separator(): APIComponentInContainer {
  return { type: ComponentType.Separator, divider: true };
}

/** Makes a download of a file that is attached to the message. */
export function file(name: string): APIComponentInContainer {
  return { type: ComponentType.File, file: { url: `attachment://${name}` } };
}

/** Makes a gallery of pictures over the whole width. */
export function gallery(...pictures: readonly Thumbnail[]): APIMediaGalleryComponent {
  return {
    type: ComponentType.MediaGallery,
    items: pictures.map(({ url, alt }) => ({ media: { url }, description: alt })),
  };
}

/** Makes a row of up to five buttons or of one menu, or null without controls. */
export function row(
  ...controls: readonly (APIButtonComponent | APISelectMenuComponent)[]
): APIComponentInContainer | null {
  return controls.length === 0 ? null : { type: ComponentType.ActionRow, components: [...controls] };
}

/** Returns the icon of an item type for a text, or null if it has none. */
export function itemThumbnail(icons: Icons, type: string, language: Language): Thumbnail | null {
  const icon = icons.of(type.toLowerCase());
  return icon === null ? null : { url: icon.url, alt: clean(nameOfType(type, language)) };
}

type Style = 'main' | 'usual' | 'danger';

const BUTTON_STYLES = { main: ButtonStyle.Primary, usual: ButtonStyle.Secondary, danger: ButtonStyle.Danger } as const;

/**
 * Makes a button.
 *
 * @param label at most 80 characters
 * @param id `command:action:argument`, at most 100 characters
 */
export function button(
  label: string,
  id: string,
  { style = 'usual', disabled = false }: { readonly style?: Style; readonly disabled?: boolean } = {},
): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: BUTTON_STYLES[style],
    label,
    custom_id: id,
    ...(disabled && { disabled }),
  };
}

/** Returns *Distances for me* for the page of a public answer that is measured from no place. */
export function mineButtons(
  command: 'shop' | 'deals',
  { x }: Filter,
  key: string,
  { page }: Pick<Paging, 'page'>,
  { isPublic, language }: { readonly isPublic?: boolean; readonly language: Language },
) {
  return isPublic && x === undefined ? [button(language.say('shop.mine'), `${command}:mine:${key}:${page}`)] : [];
}

/** Discord's limit for a custom id and for a menu's value. */
export const LONGEST_ID_CHARACTERS = 100;

/** Marks a key of the form since 0.4.0, which distinguishes kinds. Older messages contain keys without it. */
export const EXACT_KEY_MARK = '=';

/** Returns a menu's value for an item, `TYPE` or `TYPE:=key`, or null in the cases of `itemId`. */
export function itemValue(item: ItemChoice): string | null {
  return idOrNull(joinItem(item), item);
}

/**
 * Returns a custom id that ends with an item, `<beginning>:TYPE` or `<beginning>:TYPE:=key`. `readItemArgument` reads
 * it.
 *
 * @returns null if the service's type is too long, not well-formed, or contains a colon, and could not be read back
 */
export function itemId(beginning: string, item: ItemChoice): string | null {
  return idOrNull(`${beginning}:${joinItem(item)}`, item);
}

function joinItem({ type, key, isFormer }: ItemChoice): string {
  return key === undefined ? type : `${type}:${isFormer ? '' : EXACT_KEY_MARK}${key}`;
}

function idOrNull(id: string, { type }: ItemChoice): string | null {
  return id.length <= LONGEST_ID_CHARACTERS && id.isWellFormed() && !type.includes(':') ? id : null;
}

/** The least pages with a menu. Two buttons are enough for fewer. */
const LEAST_MENU_PAGES = 4;

/** The pages of a list. */
export interface Paging {
  /** The shown page, from 0. */
  readonly page: number;
  readonly pages: number;
  /** The number of all entries. */
  readonly entries: number;
  /** The number of entries on each page. */
  readonly aPage: number;
}

/** Returns buttons to the previous and next page, or none for a single page. Their custom ids are `<id>:<page>`. */
export function pageButtons(id: string, { page, pages }: Paging, language: Language): APIButtonComponent[] {
  if (pages <= 1) return [];
  return [
    button(language.say('shop.back'), `${id}:${page - 1}`, { disabled: page === 0 }),
    button(language.say('shop.next'), `${id}:${page + 1}`, { disabled: page === pages - 1 }),
  ];
}

/** Returns a menu of the pages with their numbers from 0 as values, or null if there are few pages. */
export function pageMenu(id: string, paging: Paging, language: Language): APIStringSelectComponent | null {
  const { page, pages, entries, aPage } = paging;
  if (pages < LEAST_MENU_PAGES) return null;
  const options = spreadPages(page, pages).map((of) => {
    const [first, last] = [of * aPage + 1, Math.min(entries, (of + 1) * aPage)];
    const numbers = {
      page: formatWhole(of + 1, language),
      first: formatWhole(first, language),
      last: formatWhole(last, language),
    };
    return { value: String(of), label: language.say('shop.go-to.page', numbers), default: of === page };
  });
  return { type: ComponentType.StringSelect, custom_id: id, placeholder: language.say('shop.go-to'), options };
}

/** Returns as many pages as fit a menu, evenly spread in their order, with the shown one. */
function spreadPages(page: number, pages: number): readonly number[] {
  if (pages <= MOST_MENU_OPTIONS) return Array.from({ length: pages }, (_, at) => at);
  const steps = MOST_MENU_OPTIONS - 2;
  const even = Array.from({ length: steps + 1 }, (_, at) => Math.round((at * (pages - 1)) / steps));
  return [...new Set([...even, page])].sort((a, b) => a - b);
}
