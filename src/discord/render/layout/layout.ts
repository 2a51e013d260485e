import {
  type APIButtonComponent,
  type APIComponentInContainer,
  type APIContainerComponent,
  type APIMediaGalleryComponent,
  type APISectionComponent,
  type APISelectMenuComponent,
  type APITextDisplayComponent,
  ComponentType,
  MessageFlags,
} from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { Icons } from '../../../ports/pictures.ts';
import { nameOfType } from '../words/item-name.ts';
import { clean } from '../words/text.ts';

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
