import { itemName } from '../../../market/item/label.ts';
import type { Icons } from '../../../ports/icons.ts';
import type { Thumbnail } from './layout.ts';

/** The icon of an item type as it stands beside a text; null: it has none. */
export function itemThumbnail(icons: Icons, type: string): Thumbnail | null {
  const icon = icons.of(type.toLowerCase());
  return icon === null ? null : { url: icon.url, alt: itemName(type) };
}
