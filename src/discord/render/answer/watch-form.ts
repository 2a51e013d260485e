import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import { nameOfChoice } from '../words/item-name.ts';
import { clean, clip } from '../words/text.ts';

const MOST_CHARACTERS = 20;
/** Discord's limits of a form's title and of a field's label and hint. */
const TITLE = 45;
const LABEL = 45;
const HINT = 100;

/** A price as a person would type it: plain decimals, never an exponent; rounded so that the shop it is from matches. */
function typeable(best: number, side: 'buy' | 'sell', { tag }: Language): string {
  const roundingMode = side === 'buy' ? 'ceil' : 'floor';
  return new Intl.NumberFormat(tag, { useGrouping: false, maximumSignificantDigits: 6, roundingMode }).format(best);
}

/** The form behind *Watch this*. `side`: what the asker wants to do. `best`: the best unit price now, offered as the target; null: none. */
export function watchForm(
  key: string,
  item: ItemChoice,
  side: 'buy' | 'sell',
  best: number | null,
  language: Language,
): APIModalInteractionResponseCallbackData {
  const name = clean(nameOfChoice(item, language), 38);
  return {
    custom_id: `watch:add:${key}`,
    title: clip(language.say('watch.form-title', { item: name }), TITLE),
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.TextInput,
            custom_id: 'price',
            style: TextInputStyle.Short,
            label: clip(language.say(`watch.form-${side}`), LABEL),
            placeholder: clip(language.say('watch.form-hint'), HINT),
            required: true,
            max_length: MOST_CHARACTERS,
            ...(best === null ? {} : { value: typeable(best, side, language).slice(0, MOST_CHARACTERS) }),
          },
        ],
      },
    ],
  };
}
