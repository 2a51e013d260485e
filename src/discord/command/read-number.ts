import type { Language } from '../../language/language.ts';
import { bundle, givenDiamonds, givenPrice, whole } from '../../language/number.ts';
import { typedAmount, typedPrice } from '../../language/typed-price.ts';
import { clean, safe } from '../render/words/text.ts';
import { type Choice, UserError } from './command.ts';

interface Bounds {
  readonly min_value: number;
  readonly max_value: number;
}

/** The largest coordinate of a world, and a price no one pays: what an option may hold at most. */
const FAR = 30_000_000;
const DEAR = 1_000_000_000_000;

/** Bounds of number options, as their definitions have them. */
export const COORDINATE = { min_value: -FAR, max_value: FAR } as const;
export const DISTANCE = { min_value: 0, max_value: 2 * FAR } as const;
export const EVERY_MINUTES = { min_value: 0, max_value: 1_440 } as const;
export const ITEM_COUNT = { min_value: 1, max_value: 1_000_000 } as const;
export const DISCOUNT = { min_value: 1, max_value: 99 } as const;
export const DIAMONDS = { min_value: 0, max_value: DEAR } as const;

/**
 * A number as Discord's own clients let it through; others may send any.
 * @throws UserError where it is out of its bounds
 */
export function inBounds(value: number | null, option: string, bounds: Bounds) {
  if (value === null || isWithin(value, bounds)) return value;
  const { min_value: least, max_value: most } = bounds;
  throw new UserError((language) =>
    language.say('error.out-of-range', {
      option,
      value: givenPrice(value, language),
      least: whole(least, language),
      most: whole(most, language),
    }),
  );
}

function isWithin(value: number, { min_value: least, max_value: most }: Bounds): boolean {
  return value >= least && value <= most;
}

/**
 * Reads the price of one item as a user types it: `0.25`, `32 for 3`, `3/32`, `5k`.
 * @throws UserError if it is none, or out of bounds
 */
export function readPrice(text: string, language: Language): number {
  const price = typedPrice(text, language);
  if (price !== null) return inBounds(price.unitPrice, 'price', DIAMONDS) ?? 0;
  throw new UserError((spoken) => spoken.say('error.price', { text: safe(text, 40) }));
}

/**
 * Reads a number of diamonds as a user types it: `1200`, `5k`.
 * @throws UserError if it is none, or out of bounds
 */
export function readAmount(text: string, option: string, language: Language): number {
  const amount = typedAmount(text, language);
  if (amount !== null) return inBounds(amount, option, DIAMONDS) ?? 0;
  throw new UserError((spoken) => spoken.say('error.amount', { text: safe(text, 40) }));
}

/** The value of a choice that says what would work. It is out of bounds, so that a command which gets it refuses it. */
const NO_PRICE = -1;
/** Characters of a text that a choice quotes: every language's sentence then fits into Discord's 100. */
const MOST_QUOTED = 12;

/**
 * Choices for a number option while a user types a price into it. Discord takes nothing but a number there, so `32 for
 * 3` and `5k` are offered as the numbers that they mean. A text that is no price gets a choice that says how to write
 * one.
 */
export function suggestPrice(text: string, option: string, language: Language): readonly Choice[] {
  const price = typedPrice(text, language);
  if (price === null) return explain('error.price', text, language);
  if (!isWithin(price.unitPrice, DIAMONDS)) return refuse(price.unitPrice, option, language);
  const { unitPrice, bundle: typed } = price;
  const unit = language.say('offer.unit', { price: givenDiamonds(unitPrice, language) });
  const lead = typed === null ? [] : [bundle(typed.quantity, givenDiamonds(typed.paid, language), language)];
  return [{ name: [...lead, unit].join(' · '), value: unitPrice }];
}

/** Choices for a number option that takes a total, such as `5k`. */
export function suggestAmount(text: string, option: string, language: Language): readonly Choice[] {
  const amount = typedAmount(text, language);
  if (amount === null) return explain('error.amount', text, language);
  if (!isWithin(amount, DIAMONDS)) return refuse(amount, option, language);
  return [{ name: givenDiamonds(amount, language), value: amount }];
}

function explain(sentence: 'error.price' | 'error.amount', text: string, language: Language): readonly Choice[] {
  if (text.trim() === '') return [];
  return [asHint(language.say(sentence, { text: clean(text, MOST_QUOTED) }))];
}

function refuse(diamonds: number, option: string, language: Language): readonly Choice[] {
  const { min_value: least, max_value: most } = DIAMONDS;
  const value = givenDiamonds(diamonds, language);
  const bounds = { least: whole(least, language), most: whole(most, language) };
  return [asHint(language.say('error.out-of-range', { option, value, ...bounds }))];
}

/** Discord shows a choice's name as it is, without markdown. */
function asHint(sentence: string): Choice {
  return { name: clean(sentence.replaceAll('`', ''), 100), value: NO_PRICE };
}
