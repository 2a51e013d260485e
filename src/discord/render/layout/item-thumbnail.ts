import type { Language } from '../../../language/language.ts';
import type { Icons } from '../../../ports/pictures.ts';
import { nameOfType } from '../words/item-name.ts';
import { clean } from '../words/text.ts';
import type { Thumbnail } from './layout.ts';

/** The icon of an item type as it stands beside a text; null: it has none. */
export function itemThumbnail(icons: Icons, type: string, language: Language): Thumbnail | null {
  const icon = icons.of(type.toLowerCase());
  return icon === null ? null : { url: icon.url, alt: clean(nameOfType(type, language)) };
}
