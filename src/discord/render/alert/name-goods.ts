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
  if (inside === null) return bold(container, voice);
  const parts = { container, count: whole(inside.count, language), item: nameItem(inside.contained, voice, language) };
  return bold(language.say(inside.unitPrice === null ? 'alert.with-mixed' : 'alert.with', parts), voice);
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
  if (inside === null) return bold(container, voice);
  const contained = nameItem(inside.contained, voice, language);
  if (inside.unitPrice !== null) return bold(language.say('alert.inside', { item: contained, container }), voice);
  const count = whole(inside.count, language);
  return bold(language.say('alert.inside-mixed', { count, item: contained, container }), voice);
}

function bold(goods: string, { isBold }: Voice): string {
  return isBold ? `**${goods}**` : goods;
}
