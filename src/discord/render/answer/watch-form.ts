import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { typedBundle } from '../../../language/number.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import { button, COLOURS, card, type Layout, row, text } from '../layout.ts';
import { nameOfChoice } from '../words/names.ts';
import { clean, clip } from '../words/text.ts';

const PRICE_CHARACTERS = 60;
/** Limits the decimals of a suggested price. */
const MOST_SUGGESTED_DECIMALS = 8;
/** Prices from here on have too many digits to suggest. */
const UNTYPEABLE_PRICE = 1e12;
// Discord's limits for a form's title, a field's label and hint, and a custom id.
const FORM_TITLE_CHARACTERS = 45;
const FORM_LABEL_CHARACTERS = 45;
const FORM_HINT_CHARACTERS = 100;
const CUSTOM_ID_CHARACTERS = 100;

/** The custom id of the form's field. */
export const PRICE_FIELD = 'price';

/**
 * Returns the form that asks for a watch's price.
 *
 * @param customId the form's `watch:action:argument`
 * @param side the user's side of the trade
 * @param value the initial text, or null for an empty field
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
    title: clip(language.say('watch.form-title', { item: name }), FORM_TITLE_CHARACTERS),
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.TextInput,
            custom_id: PRICE_FIELD,
            style: TextInputStyle.Short,
            label: clip(language.say(`watch.form-${side}`), FORM_LABEL_CHARACTERS),
            placeholder: clip(language.say('watch.form-hint'), FORM_HINT_CHARACTERS),
            required: true,
            max_length: PRICE_CHARACTERS,
            ...(value === null || value === '' || value.length > PRICE_CHARACTERS ? {} : { value }),
          },
        ],
      },
    ],
  };
}

/**
 * Formats a price as the user would type it, such as `3 for 40` or `0.25`, or returns null if it has too many digits.
 */
export function typedForm(price: number, language: Language): string | null {
  const typed = typedBundle(price);
  if (typed !== null) {
    // Without grouping separators, which are in the way of editing.
    return language.say('common.bundle', { quantity: String(typed.quantity), diamonds: String(typed.paid) });
  }
  if (price >= UNTYPEABLE_PRICE || Number(price.toFixed(MOST_SUGGESTED_DECIMALS)) === 0) return null;
  const number = { useGrouping: false, maximumFractionDigits: MOST_SUGGESTED_DECIMALS };
  return new Intl.NumberFormat(language.tag, number).format(price);
}

/**
 * Returns the price that a suggestion starts from: the lower one for a buyer, the higher one for a seller. From the
 * other price the watch would match at once, and then stay silent.
 *
 * @param worth the worth of one item, or null if unknown
 * @param best the current best price of one item, or null if no shop can trade it
 */
export function referencePrice(worth: number | null, best: number | null, side: 'buy' | 'sell'): number | null {
  if (worth === null || best === null) return worth ?? best;
  return side === 'buy' ? Math.min(worth, best) : Math.max(worth, best);
}

/**
 * Suggests the next price of two digits below the reference for a buyer, or above it for a seller.
 *
 * @param reference the result of `referencePrice`, or null if no price is known
 * @returns the price in the user's number format, or null if there is none to suggest
 */
export function suggestedPrice(reference: number | null, side: 'buy' | 'sell', language: Language): string | null {
  if (reference === null || reference <= 0) return null;
  const [digits = '0', exponent = '0'] = reference.toExponential(9).split('e');
  const tens = side === 'buy' ? Math.ceil(Number(digits) * 10) - 1 : Math.floor(Number(digits) * 10) + 1;
  // Below a power of ten two digits mean hundredths, so that 1 becomes 0.99 instead of 0.9.
  const price = tens < 10 ? Number(`99e${Number(exponent) - 2}`) : Number(`${tens}e${Number(exponent) - 1}`);
  return typedForm(price, language);
}

/**
 * Renders a form's fault, and *Try again*, which opens the form with the typed text.
 *
 * @param action the button's `watch:action:argument:`, followed by the typed text
 */
export function renderTryAgain(sentence: string, action: string, typed: string, language: Language): Layout {
  const label = language.say('watch.button-try-again');
  return card(
    COLOURS.warning,
    text(sentence),
    row(
      button(label, `${action}${clip(typed.toWellFormed(), CUSTOM_ID_CHARACTERS - action.length)}`, { style: 'main' }),
    ),
  );
}
