import { type APIActionRowComponent, type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { ItemChoice } from '../../../market/item/item.ts';
import { isCustomId, itemId } from '../words/item-id.ts';

export const PRICE_PERIODS = [7, 30, 90] as const;

/** Buttons to other spans of days; the one that is shown cannot be pressed. None for a type whose name is too long for them. */
export function priceButtons(item: ItemChoice, shown: number): APIActionRowComponent<APIButtonComponent>[] {
  const components = PRICE_PERIODS.map(
    (days) =>
      ({
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: `${days} days`,
        custom_id: itemId(`price:days:${days}`, item),
        disabled: days === shown,
      }) as const,
  );
  if (!components.every(({ custom_id }) => isCustomId(custom_id)) || item.type.includes(':')) return [];
  return [{ type: ComponentType.ActionRow, components }];
}
