import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { bundle } from '../../../language/number.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import type { Offer } from '../../../market/search/offer.ts';
import { nameOfChoice } from '../words/item-name.ts';
import { clean, clip } from '../words/text.ts';

const MOST_CHARACTERS = 60;
/** Decimals with which a price can be typed. */
const DECIMALS = 8;
/** Discord's limits of a form's title and of a field's label and hint. */
const TITLE = 45;
const LABEL = 45;
const HINT = 100;

/** The offer that is filled in: the best one now. */
export type BestOffer = Pick<Offer, 'shop' | 'match'>;

/**
 * The offer as a user would type it, `32 for 3`, so that its shop matches. A price that cannot be typed is rounded its
 * way.
 */
function typeable({ shop, match }: BestOffer, side: 'buy' | 'sell', language: Language): string | null {
  const isSign = match.contained === null && Number(shop.price.toFixed(DECIMALS)) === shop.price;
  const number = { useGrouping: false, maximumFractionDigits: DECIMALS } as const;
  if (isSign) {
    return bundle(shop.item.quantity, new Intl.NumberFormat(language.tag, number).format(shop.price), language);
  }
  if (match.unitPrice === null) return null;
  const rounded = { ...number, roundingMode: side === 'buy' ? 'ceil' : 'floor' } as const;
  return new Intl.NumberFormat(language.tag, rounded).format(match.unitPrice);
}

/**
 * The form behind *Watch this*. `side`: the asker's side of the trade. `best`: offered as the target; null if there is
 * none.
 */
export function watchForm(
  key: string,
  item: ItemChoice,
  side: 'buy' | 'sell',
  best: BestOffer | null,
  language: Language,
): APIModalInteractionResponseCallbackData {
  const name = clean(nameOfChoice(item, language), 38);
  const value = best && typeable(best, side, language);
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
            ...(value === null || value.length > MOST_CHARACTERS ? {} : { value }),
          },
        ],
      },
    ],
  };
}
