import type { Language } from './language.ts';

/** Prices below this are shown as this: more decimals than `1/2 ** 53` needs, and still readable. */
const SMALLEST_SHOWN = 1e-20;
const MOST_DECIMALS = 20;
/** Below 1, two digits tell a price well enough. */
const SIGNIFICANT_DIGITS = 2;
/** A price that a user gave is shown with all of these decimals, unless it is a quotient such as 1/3. */
const GIVEN_DECIMALS = 8;
const QUOTIENT_DIGITS = 4;
/** Most decimals of a price that is typed as a decimal number; players type finer ones as bundles. */
const TYPED_DECIMALS = 4;
/** Items of the largest bundle that is looked for: a box of 27 stacks. */
const LARGEST_BUNDLE = 27 * 64;
/** Digits of a double that arithmetic leaves alone. */
const EXACT_DIGITS = 14;
/** Decimals added at most to tell neighbours in a list apart; closer ones are shown alike. */
const EXTRA_DECIMALS = 6;

/**
 * A price in diamonds: whole or with two decimals, below 1 with two significant digits (0.0104 is 0.010). Never "7M",
 * never 0 unless it is 0. Every sum and quotient is rounded here, and nowhere before.
 */
export function price(diamonds: number, language: Language): string {
  const settled = withoutDust(diamonds);
  return priceTo(settled, decimalsOf(settled, SIGNIFICANT_DIGITS), language);
}

/** Sums of unit prices carry dust of binary fractions: 3.0000000000000004 is 3. */
function withoutDust(diamonds: number): number {
  return Number.isInteger(diamonds) ? diamonds : Number(diamonds.toPrecision(EXACT_DIGITS));
}

/**
 * The prices of one list in words. Below 1, a price has as many digits as tell it from the next lower and the next
 * higher one of the list.
 * @returns by the price
 */
export function pricesApart(prices: readonly number[], language: Language): ReadonlyMap<number, string> {
  const steps = [...new Set(prices)]
    .sort((a, b) => a - b)
    .map((diamonds) => ({ diamonds, decimals: decimalsOf(diamonds, SIGNIFICANT_DIGITS) }));
  for (let extra = 0; extra < EXTRA_DECIMALS; extra += 1) {
    const rounded = steps.map(({ diamonds, decimals }) => decimalPrice(diamonds, decimals, decimals, language));
    const ties = steps.filter((_, at) => rounded[at] === rounded[at - 1] || rounded[at] === rounded[at + 1]);
    for (const step of ties) if (step.diamonds < 1) step.decimals += 1;
  }
  return new Map(steps.map(({ diamonds, decimals }) => [diamonds, priceTo(diamonds, decimals, language)]));
}

/**
 * A price as a user gave it, or an auction's bid: every decimal up to the eighth; a quotient with four significant
 * digits.
 */
export function givenPrice(diamonds: number, language: Language): string {
  const isQuotient = Number(diamonds.toFixed(GIVEN_DECIMALS)) !== diamonds;
  if (Number.isInteger(diamonds)) return whole(diamonds, language);
  return decimalPrice(diamonds, 2, isQuotient ? decimalsOf(diamonds, QUOTIENT_DIGITS) : GIVEN_DECIMALS, language);
}

/**
 * Finds the bundle that a user's price was typed as: `32 for 3` is kept as 0.09375.
 * @returns the smallest bundle at whole diamonds; null if the price has so few decimals that a user types them
 */
export function typedBundle(unitPrice: number): { readonly quantity: number; readonly paid: number } | null {
  if (Number(unitPrice.toFixed(TYPED_DECIMALS)) === unitPrice) return null;
  for (let quantity = 2; quantity <= LARGEST_BUNDLE; quantity += 1) {
    const paid = Math.round(unitPrice * quantity);
    if (paid > 0 && paid / quantity === unitPrice) return { quantity, paid };
  }
  return null;
}

/** A count. */
export function whole(n: number, language: Language): string {
  return language.count(n);
}

/** `−13%`, `+13%`. @param percent whole per cent */
export function signedPercent(percent: number, language: Language): string {
  return language.percent(percent).replace('-', '−');
}

/** `1 diamond`, `4 diamonds`. @param amount the number in words, such as one of `pricesApart` */
export function diamonds(paid: number, language: Language, amount = price(paid, language)): string {
  return language.say('common.diamonds', { n: withoutDust(paid), amount });
}

/** `0.25 diamonds`, with all digits that somebody gave. */
export function givenDiamonds(given: number, language: Language): string {
  return diamonds(given, language, givenPrice(given, language));
}

/** `**3 diamonds** each`: a price of one item that stands alone, as markdown. */
export function each(unitPrice: number, language: Language, amount = price(unitPrice, language)): string {
  return language.say('offer.each', { diamonds: diamonds(unitPrice, language, amount) });
}

/**
 * A shop's offer as its sign says it: `16 for 4 diamonds`; of one item `4 diamonds`. @param total the price of the
 * bundle in words
 */
export function bundle(quantity: number, total: string, language: Language): string {
  if (quantity === 1) return total;
  return language.say('common.bundle', { quantity: whole(quantity, language), diamonds: total });
}

/**
 * Decimals that show a price with so many significant digits where it is below 1; from 1 on two, or none where it is
 * whole.
 */
function decimalsOf(diamonds: number, digits: number): number {
  if (Number.isInteger(diamonds)) return 0;
  // The exponent after rounding: 0.0996 is 0.10 with two digits.
  const [, exponent] = Math.abs(diamonds)
    .toExponential(digits - 1)
    .split('e');
  return Math.max(2, digits - 1 - Number(exponent));
}

function priceTo(diamonds: number, decimals: number, language: Language): string {
  return Number.isInteger(diamonds) ? whole(diamonds, language) : decimalPrice(diamonds, decimals, decimals, language);
}

function decimalPrice(diamonds: number, least: number, most: number, language: Language): string {
  const shown = diamonds === 0 ? 0 : Math.sign(diamonds) * Math.max(SMALLEST_SHOWN, Math.abs(diamonds));
  const decimals = (n: number) => Math.min(MOST_DECIMALS, Math.max(2, n));
  return language.format(shown, { least: decimals(least), most: decimals(most) });
}
