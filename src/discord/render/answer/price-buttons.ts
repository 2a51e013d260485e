import type { APIComponentInContainer } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import { button } from '../layout/button.ts';
import { row } from '../layout/layout.ts';
import { isCustomId, itemId } from '../words/item-id.ts';

export const PRICE_PERIODS = [7, 30, 90] as const;

/** Buttons to other spans of days, of which the shown one cannot be pressed, and to the shops. None for a type too long for them. */
export function priceButtons(item: ItemChoice, shown: number, language: Language): APIComponentInContainer | null {
  const periods = PRICE_PERIODS.map((n) =>
    button(language.say('price.period', { n }), itemId(`price:days:${n}`, item), { disabled: n === shown }),
  );
  const buttons = [...periods, button(language.say('price.show-shops'), itemId('shop:item', item))];
  return buttons.every(({ custom_id }) => isCustomId(custom_id)) && !item.type.includes(':') ? row(...buttons) : null;
}
