import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { ItemChoice } from '../../../market/item/item.ts';
import { itemName } from '../../../market/item/label.ts';
import { clean } from '../words/text.ts';

const MOST_CHARACTERS = 20;
const LABELS = {
  buy: 'Tell me when one costs at most (diamonds)',
  sell: 'Tell me when one brings at least (diamonds)',
};

/** A price as a person would type it: plain decimals, never an exponent; rounded so that the shop it is from matches. */
function typeable(best: number, side: 'buy' | 'sell'): string {
  const roundingMode = side === 'buy' ? 'ceil' : 'floor';
  return new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 6, roundingMode }).format(best);
}

/** The form behind *Watch this*. `side`: what the asker wants to do. `best`: the best unit price now, offered as the target; null: none. */
export function watchForm(
  key: string,
  item: ItemChoice,
  side: 'buy' | 'sell',
  best: number | null,
): APIModalInteractionResponseCallbackData {
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
            label: LABELS[side],
            placeholder: 'Such as 0.25',
            required: true,
            max_length: MOST_CHARACTERS,
            ...(best === null ? {} : { value: typeable(best, side).slice(0, MOST_CHARACTERS) }),
          },
        ],
      },
    ],
  };
}
