import type { Language } from '../../language/language.ts';
import { formatBundle, formatGivenDiamonds, formatGivenPrice, formatWhole } from '../../language/number.ts';
import { typedAmount, typedPrice } from '../../language/typed-price.ts';
import { clean, safe } from '../render/words/text.ts';
import { type Choice, UserError } from './command.ts';

interface Bounds {
  readonly min_value: number;
  readonly max_value: number;
}

/** The largest coordinate of a Minecraft world. */
const LARGEST_COORDINATE = 30_000_000;
/** Limits prices far above any real one. */
const MOST_DIAMONDS = 1_000_000_000_000;

/** Bounds of number options, in the form of Discord's option definitions. */
export const COORDINATE_BOUNDS = { min_value: -LARGEST_COORDINATE, max_value: LARGEST_COORDINATE } as const;
export const DISTANCE_BOUNDS = { min_value: 0, max_value: 2 * LARGEST_COORDINATE } as const;
export const EVERY_MINUTES_BOUNDS = { min_value: 0, max_value: 1_440 } as const;
export const ITEM_COUNT_BOUNDS = { min_value: 1, max_value: 1_000_000 } as const;
export const DISCOUNT_BOUNDS = { min_value: 1, max_value: 99 } as const;
export const DIAMOND_BOUNDS = { min_value: 0, max_value: MOST_DIAMONDS } as const;

/**
 * Checks a number's bounds, because only Discord's own clients enforce them.
 *
 * @throws UserError if the number is out of its bounds
 */
export function checkBounds(value: number | null, option: string, bounds: Bounds) {
  if (value === null || isInBounds(value, bounds)) return value;
  const { min_value: least, max_value: most } = bounds;
  throw new UserError((language) =>
    language.say('error.out-of-range', {
      option,
      value: formatGivenPrice(value, language),
      least: formatWhole(least, language),
      most: formatWhole(most, language),
    }),
  );
}

function isInBounds(value: number, { min_value: least, max_value: most }: Bounds): boolean {
  return value >= least && value <= most;
}

/**
 * Reads a typed price of one item, such as `0.25`, `32 for 3`, `3/32` or `5k`.
 *
 * @throws UserError if the text is no price, or if the price is out of bounds
 */
export function readPrice(text: string, language: Language): number {
  const price = typedPrice(text, language);
  if (price !== null) return checkBounds(price.unitPrice, 'price', DIAMOND_BOUNDS) ?? 0;
  throw new UserError((answerLanguage) => answerLanguage.say('error.price', { text: safe(text, 40) }));
}

/**
 * Reads a typed number of diamonds, such as `1200` or `5k`.
 *
 * @throws UserError if the text is no number, or if the number is out of bounds
 */
export function readAmount(text: string, option: string, language: Language): number {
  const amount = typedAmount(text, language);
  if (amount !== null) return checkBounds(amount, option, DIAMOND_BOUNDS) ?? 0;
  throw new UserError((answerLanguage) => answerLanguage.say('error.amount', { text: safe(text, 40) }));
}

/** Value of a choice that is only a hint. It is out of bounds, so that commands reject it. */
const HINT_VALUE = -1;
/** Limits the quoted text in a hint, so that it fits Discord's 100 characters in every language. */
const QUOTE_CHARACTERS = 12;

/**
 * Returns choices for a price option. Discord accepts only numbers there, so `32 for 3` and `5k` are offered as the
 * numbers they mean. For another text the choice is a hint that shows the format.
 */
export function suggestPrice(text: string, option: string, language: Language): readonly Choice[] {
  const price = typedPrice(text, language);
  if (price === null) return formatHint('error.price', text, language);
  if (!isInBounds(price.unitPrice, DIAMOND_BOUNDS)) return boundsHint(price.unitPrice, option, language);
  const { unitPrice, bundle: typed } = price;
  const unit = language.say('offer.unit', { price: formatGivenDiamonds(unitPrice, language) });
  const lead =
    typed === null ? [] : [formatBundle(typed.quantity, formatGivenDiamonds(typed.paid, language), language)];
  return [{ name: [...lead, unit].join(' · '), value: unitPrice }];
}

/** Returns choices for a total option, such as `5k`. */
export function suggestAmount(text: string, option: string, language: Language): readonly Choice[] {
  const amount = typedAmount(text, language);
  if (amount === null) return formatHint('error.amount', text, language);
  if (!isInBounds(amount, DIAMOND_BOUNDS)) return boundsHint(amount, option, language);
  return [{ name: formatGivenDiamonds(amount, language), value: amount }];
}

function formatHint(sentence: 'error.price' | 'error.amount', text: string, language: Language): readonly Choice[] {
  if (text.trim() === '') return [];
  return [asHint(language.say(sentence, { text: clean(text, QUOTE_CHARACTERS) }))];
}

function boundsHint(diamonds: number, option: string, language: Language): readonly Choice[] {
  const { min_value: least, max_value: most } = DIAMOND_BOUNDS;
  const value = formatGivenDiamonds(diamonds, language);
  const bounds = { least: formatWhole(least, language), most: formatWhole(most, language) };
  return [asHint(language.say('error.out-of-range', { option, value, ...bounds }))];
}

/** Removes backticks, because Discord renders no markdown in a choice's name. */
function asHint(sentence: string): Choice {
  return { name: clean(sentence.replaceAll('`', ''), 100), value: HINT_VALUE };
}
