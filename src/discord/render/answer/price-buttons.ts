import type { APIComponentInContainer } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import { button } from '../layout/button.ts';
import { row } from '../layout/layout.ts';
import { itemId } from '../words/item-id.ts';

export const PRICE_PERIODS = [7, 30, 90] as const;

/** Buttons to other spans of days, of which the shown one cannot be pressed, and to the shops. None for a type that no custom id takes. */
export function priceButtons(item: ItemChoice, shown: number, language: Language): APIComponentInContainer | null {
  const periods = PRICE_PERIODS.map((n) => ({
    label: language.say('price.period', { n }),
    id: itemId(`price:days:${n}`, item),
    disabled: n === shown,
  }));
  const all = [...periods, { label: language.say('price.show-shops'), id: itemId('shop:item', item), disabled: false }];
  const buttons = all.flatMap(({ label, id, disabled }) => (id === null ? [] : [button(label, id, { disabled })]));
  return buttons.length === all.length ? row(...buttons) : null;
}
