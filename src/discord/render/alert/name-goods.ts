import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import type { Item } from '../../../market/item/item.ts';
import type { Inside } from '../words/found-inside.ts';
import { nameOfItem } from '../words/item-name.ts';
import type { Voice } from './voice.ts';

const NAME_LENGTH = 80;

/** `Slime Block`; `hasOpenVariant`: that its variant is unknown is worth a word. */
export function nameItem(item: Item, { name }: Voice, language: Language, hasOpenVariant?: boolean): string {
  return name(nameOfItem(item, language, hasOpenVariant), NAME_LENGTH);
}

/** What changed hands: `Slime Block`, `Shulker Box with 64 × Emerald` where that was asked for. */
export function nameGoods(item: Item, inside: Inside | null, voice: Voice, language: Language): string {
  const container = nameItem(item, voice, language);
  if (inside === null) return container;
  const parts = { container, count: whole(inside.held, language), item: nameItem(inside.contained, voice, language) };
  return language.say(inside.unitPrice === null ? 'alert.with-mixed' : 'alert.with', parts);
}

/** What a shop offers: `Slime Block`, `Emerald in Shulker Box`. */
export function nameOffer(
  item: Item,
  inside: Inside | null,
  voice: Voice,
  language: Language,
  hasOpenVariant?: boolean,
): string {
  const container = nameItem(item, voice, language, hasOpenVariant);
  if (inside === null) return container;
  const contained = nameItem(inside.contained, voice, language);
  if (inside.unitPrice !== null) return language.say('alert.inside', { item: contained, container });
  const count = whole(inside.held, language);
  return language.say('alert.inside-mixed', { count, item: contained, container });
}
