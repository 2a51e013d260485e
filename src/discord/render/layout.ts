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
import { whole } from '../../language/number.ts';
import type { ItemChoice } from '../../market/item/item.ts';
import type { Icons } from '../../ports/pictures.ts';
import { nameOfType } from './words/names.ts';
import { clean } from './words/text.ts';

/** The accent colours of containers and embeds; the words always say the same. */
export const COLOURS = {
  neutral: 0x5b6ee1,
  good: 0x3ba55d,
  warning: 0xe0a526,
  bad: 0xd9534f,
} as const;

/** A message of Components V2, as a reply or an edit takes it; it has neither content nor embeds. */
export interface Layout {
  readonly flags: MessageFlags.IsComponentsV2;
  readonly components: APIContainerComponent[];
}

/** A picture beside a text: an address or `attachment://name`, and what it shows for whoever cannot see it. */
export interface Thumbnail {
  readonly url: string;
  readonly alt: string;
}

/** One card with a coloured edge; `null` parts are left out. */
export function card(colour: number, ...parts: readonly (APIComponentInContainer | null)[]): Layout {
  const components = parts.filter((part) => part !== null);
  return {
    flags: MessageFlags.IsComponentsV2,
    components: [{ type: ComponentType.Container, accent_color: colour, components }],
  };
}

/** Markdown; null where there is nothing to say. */
export function text(...lines: readonly (string | null | false)[]): APITextDisplayComponent | null {
  const content = lines.filter((line) => typeof line === 'string' && line !== '').join('\n');
  return content === '' ? null : { type: ComponentType.TextDisplay, content };
}

/** Markdown with a picture at its right; without a picture the text alone. */
export function pictured(content: string, picture: Thumbnail | null): APISectionComponent | APITextDisplayComponent {
  const display = { type: ComponentType.TextDisplay, content } as const;
  if (picture === null) return display;
  const accessory = { type: ComponentType.Thumbnail, media: { url: picture.url }, description: picture.alt } as const;
  return { type: ComponentType.Section, components: [display], accessory };
}

/** Markdown with a button at its right. */
export function actionable(content: string, accessory: APIButtonComponent): APISectionComponent {
  return { type: ComponentType.Section, components: [{ type: ComponentType.TextDisplay, content }], accessory };
}

/** A thin line with room around it. */
export function separator(): APIComponentInContainer {
  return { type: ComponentType.Separator, divider: true };
}

/** A file that comes with the message, to save. */
export function file(name: string): APIComponentInContainer {
  return { type: ComponentType.File, file: { url: `attachment://${name}` } };
}

/** A picture over the whole width. */
export function gallery(...pictures: readonly Thumbnail[]): APIMediaGalleryComponent {
  return {
    type: ComponentType.MediaGallery,
    items: pictures.map(({ url, alt }) => ({ media: { url }, description: alt })),
  };
}

/** Up to five buttons, or one menu, in a row; null where there is none. */
export function row(
  ...controls: readonly (APIButtonComponent | APISelectMenuComponent)[]
): APIComponentInContainer | null {
  return controls.length === 0 ? null : { type: ComponentType.ActionRow, components: [...controls] };
}

/** The icon of an item type as it stands beside a text; null: it has none. */
export function itemThumbnail(icons: Icons, type: string, language: Language): Thumbnail | null {
  const icon = icons.of(type.toLowerCase());
  return icon === null ? null : { url: icon.url, alt: clean(nameOfType(type, language)) };
}

type Style = 'main' | 'usual' | 'danger';

const STYLES = { main: ButtonStyle.Primary, usual: ButtonStyle.Secondary, danger: ButtonStyle.Danger } as const;

/** A button. `id`: `command:action:argument`, at most 100 characters; `label`: at most 80. */
export function button(
  label: string,
  id: string,
  { style = 'usual', disabled = false }: { readonly style?: Style; readonly disabled?: boolean } = {},
): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, style: STYLES[style], label, custom_id: id, ...(disabled && { disabled }) };
}

/** Discord's limit on the characters of a custom id and of a menu's value. */
const LONGEST_ID = 100;

/** Before a key that tells kinds apart as it does since 0.4.0. Messages of an earlier Crier have keys without it. */
export const EXACT = '=';

/** An item as a menu's value: `TYPE` or `TYPE:=key`; null as in `itemId`. */
export function itemValue(item: ItemChoice): string | null {
  return takenOrNull(joined(item), item);
}

/**
 * A custom id that ends with an item: `<beginning>:TYPE` or `<beginning>:TYPE:=key`. Read it with `readItemArgument`.
 * null: the service's type is too long for Discord, holds half of a pair, or a colon, so that it could not be read again.
 */
export function itemId(beginning: string, item: ItemChoice): string | null {
  return takenOrNull(`${beginning}:${joined(item)}`, item);
}

function joined({ type, key, isFormer }: ItemChoice): string {
  return key === undefined ? type : `${type}:${isFormer ? '' : EXACT}${key}`;
}

function takenOrNull(id: string, { type }: ItemChoice): string | null {
  return id.length <= LONGEST_ID && id.isWellFormed() && !type.includes(':') ? id : null;
}

/** Discord: a menu has at most 25 options. */
const MOST_OPTIONS = 25;
/** With fewer pages, two buttons reach each soon enough. */
const MANY_PAGES = 4;

/** A list in pages. `page`: the one shown, from 0; `pages`: how many; `entries`: in all; `aPage`: how many on each. */
export interface Paging {
  readonly page: number;
  readonly pages: number;
  readonly entries: number;
  readonly aPage: number;
}

/** Buttons to the page before and the next, where there is more than one. `id`: of a page; what they call is `<id>:<page>`. */
export function pageButtons(id: string, { page, pages }: Paging, language: Language): APIButtonComponent[] {
  if (pages <= 1) return [];
  return [
    button(language.say('shop.back'), `${id}:${page - 1}`, { disabled: page === 0 }),
    button(language.say('shop.next'), `${id}:${page + 1}`, { disabled: page === pages - 1 }),
  ];
}

/** A menu of pages to jump to, their numbers from 0 as values; null: they are few. */
export function pageMenu(id: string, paging: Paging, language: Language): APIStringSelectComponent | null {
  const { page, pages, entries, aPage } = paging;
  if (pages < MANY_PAGES) return null;
  const options = spreadPages(page, pages).map((of) => {
    const [first, last] = [of * aPage + 1, Math.min(entries, (of + 1) * aPage)];
    const numbers = { page: whole(of + 1, language), first: whole(first, language), last: whole(last, language) };
    return { value: String(of), label: language.say('shop.go-to.page', numbers), default: of === page };
  });
  return { type: ComponentType.StringSelect, custom_id: id, placeholder: language.say('shop.go-to'), options };
}

/** As many pages as a menu takes, evenly from the first to the last, the shown one among them; in their order. */
function spreadPages(page: number, pages: number): readonly number[] {
  if (pages <= MOST_OPTIONS) return Array.from({ length: pages }, (_, at) => at);
  const steps = MOST_OPTIONS - 2;
  const even = Array.from({ length: steps + 1 }, (_, at) => Math.round((at * (pages - 1)) / steps));
  return [...new Set([...even, page])].sort((a, b) => a - b);
}
