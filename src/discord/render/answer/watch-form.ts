import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { typedBundle } from '../../../language/number.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import { button, COLOURS, card, type Layout, row, text } from '../layout.ts';
import { nameOfChoice } from '../words/names.ts';
import { clean, clip } from '../words/text.ts';

const MOST_CHARACTERS = 60;
/** Decimals with which a price can be typed. */
const DECIMALS = 8;
/** Prices from here on have more digits than can be typed. */
const TOO_DEAR = 1e12;
/** Discord's limits of a form's title, and of a field's label and hint. */
const TITLE = 45;
const LABEL = 45;
const HINT = 100;
/** Discord's limit of a custom id. */
const CUSTOM_ID = 100;

/** The id of the form's field. */
export const PRICE_FIELD = 'price';

/**
 * The form that asks for the price of a watch.
 * @param customId `watch:action:argument` of the form
 * @param side the asker's side of the trade
 * @param value filled in as it is; null: the field is empty
 */
export function watchForm(
  customId: string,
  item: ItemChoice,
  side: 'buy' | 'sell',
  value: string | null,
  language: Language,
): APIModalInteractionResponseCallbackData {
  const name = clean(nameOfChoice(item, language), 38);
  return {
    custom_id: customId,
    title: clip(language.say('watch.form-title', { item: name }), TITLE),
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.TextInput,
            custom_id: PRICE_FIELD,
            style: TextInputStyle.Short,
            label: clip(language.say(`watch.form-${side}`), LABEL),
            placeholder: clip(language.say('watch.form-hint'), HINT),
            required: true,
            max_length: MOST_CHARACTERS,
            ...(value === null || value === '' || value.length > MOST_CHARACTERS ? {} : { value }),
          },
        ],
      },
    ],
  };
}

/** A price as a form takes it, in the reader's words: `3 for 40`, `0.25`; null if it cannot be typed. */
export function typedForm(price: number, language: Language): string | null {
  const typed = typedBundle(price);
  if (typed !== null) {
    // Without grouping marks, which a reader would have to edit.
    return language.say('common.bundle', { quantity: String(typed.quantity), diamonds: String(typed.paid) });
  }
  if (price >= TOO_DEAR || Number(price.toFixed(DECIMALS)) === 0) return null;
  const number = { useGrouping: false, maximumFractionDigits: DECIMALS };
  return new Intl.NumberFormat(language.tag, number).format(price);
}

/**
 * Chooses the price that a suggestion starts from: for a buyer the lower one, for a seller the higher one. A suggestion
 * from the other would match at once, so that the watch would stay silent.
 * @param worth of one item; null: not known
 * @param best the best price of one item now; null: no shop has it, or room for it
 */
export function referencePrice(worth: number | null, best: number | null, side: 'buy' | 'sell'): number | null {
  if (worth === null || best === null) return worth ?? best;
  return side === 'buy' ? Math.min(worth, best) : Math.max(worth, best);
}

/**
 * The price that a form suggests: the next one with two digits below the reference for a buyer, above it for a seller.
 * @param reference as `referencePrice` chooses it; null: no price is known
 * @returns in the reader's number format; null: nothing to suggest
 */
export function suggestedPrice(reference: number | null, side: 'buy' | 'sell', language: Language): string | null {
  if (reference === null || reference <= 0) return null;
  const [digits = '0', exponent = '0'] = reference.toExponential(9).split('e');
  const tens = side === 'buy' ? Math.ceil(Number(digits) * 10) - 1 : Math.floor(Number(digits) * 10) + 1;
  // One digit less is a step of a tenth: 1 becomes 0.99, not 0.9.
  const price = tens < 10 ? Number(`99e${Number(exponent) - 2}`) : Number(`${tens}e${Number(exponent) - 1}`);
  return typedForm(price, language);
}

/**
 * Renders the fault in a form, and *Try again*, which opens the form with what was typed.
 * @param action `watch:action:argument:` of the button; the typed text follows it
 */
export function renderTryAgain(sentence: string, action: string, typed: string, language: Language): Layout {
  const label = language.say('watch.button-try-again');
  return card(
    COLOURS.warning,
    text(sentence),
    row(button(label, `${action}${clip(typed.toWellFormed(), CUSTOM_ID - action.length)}`, { style: 'main' })),
  );
}
