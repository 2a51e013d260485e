import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { ItemChoice } from '../../market/item.ts';
import { itemName } from '../../market/label.ts';
import { clean } from './text.ts';

const MOST_CHARACTERS = 20;
/** A price as a person would type it: plain decimals, never an exponent; rounded up, so that the shop it is from matches. */
const typeable = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumSignificantDigits: 6,
  roundingMode: 'ceil',
});

/** The form behind *Watch this*. `best`: the lowest unit price now, offered as the target; null: none. */
export function watchForm(key: string, item: ItemChoice, best: number | null): APIModalInteractionResponseCallbackData {
  const name = clean(item.label ?? itemName(item.type), 38);
  return {
    custom_id: `watch:add:${key}`,
    title: `Watch ${name}`,
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.TextInput,
            custom_id: 'price',
            style: TextInputStyle.Short,
            label: 'Tell me when one costs at most (diamonds)',
            placeholder: 'Such as 0.25',
            required: true,
            max_length: MOST_CHARACTERS,
            ...(best === null ? {} : { value: typeable.format(best).slice(0, MOST_CHARACTERS) }),
          },
        ],
      },
    ],
  };
}
