import { type APIActionRowComponent, type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { ItemChoice } from '../../market/item.ts';

export const PRICE_PERIODS = [7, 30, 90] as const;

const LONGEST_ID = 100;

/** Buttons to other spans of days; the one that is shown cannot be pressed. None for a type whose name is too long for them. */
export function priceButtons({ type, key }: ItemChoice, shown: number): APIActionRowComponent<APIButtonComponent>[] {
  const components = PRICE_PERIODS.map(
    (days) =>
      ({
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: `${days} days`,
        custom_id: `price:days:${days}:${type}${key === undefined ? '' : `:${key}`}`,
        disabled: days === shown,
      }) as const,
  );
  if (components.some(({ custom_id }) => custom_id.length > LONGEST_ID) || type.includes(':')) return [];
  return [{ type: ComponentType.ActionRow, components }];
}
