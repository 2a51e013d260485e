import type { Language } from '../../language/language.ts';
import { givenPrice, whole } from '../../language/number.ts';
import { typedNumber } from '../../language/typed-number.ts';
import { safe } from '../render/words/text.ts';
import { UserError } from './user-error.ts';

interface Bounds {
  readonly min_value: number;
  readonly max_value: number;
}

/** The largest coordinate of a world, and a price no one pays: what an option may hold at most. */
const FAR = 30_000_000;
const DEAR = 1_000_000_000_000;

/** What options with numbers take, as their definitions say it. */
export const COORDINATE = { min_value: -FAR, max_value: FAR } as const;
export const DISTANCE = { min_value: 0, max_value: 2 * FAR } as const;
export const DIAMONDS = { min_value: 0, max_value: DEAR } as const;

/**
 * A number as Discord's own clients let it through; others may send any.
 * @throws UserError where it is out of its bounds
 */
export function inBounds(value: number | null, option: string, { min_value: least, max_value: most }: Bounds) {
  if (value === null || (value >= least && value <= most)) return value;
  throw new UserError((language) =>
    language.say('error.out-of-range', {
      option,
      value: givenPrice(value, language),
      least: whole(least, language),
      most: whole(most, language),
    }),
  );
}

/**
 * A price as a person writes it in a form, in the format of their language.
 * @throws UserError
 */
export function readPrice(text: string, language: Language): number {
  const price = typedNumber(text, language);
  if (price !== null) return price;
  throw new UserError((spoken) => spoken.say('error.price', { text: safe(text, 20) }));
}
