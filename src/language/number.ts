import type { Language } from './language.ts';

/** Smaller prices are shown as this one: it has more decimals than `1/2 ** 53` needs, and is still readable. */
const SMALLEST_SHOWN = 1e-20;
const MOST_SHOWN_DECIMALS = 20;
/** Significant digits of a price below 1. Two are exact enough for a reader. */
const SIGNIFICANT_DIGITS = 2;
/** Decimals of a price that a user gave. A quotient such as 1/3 is rounded instead. */
const GIVEN_DECIMALS = 8;
const QUOTIENT_DIGITS = 4;
/** Limits the decimals of a price typed as a decimal number. Players type finer prices as bundles. */
const TYPED_DECIMALS = 4;
/** Limits the bundles that are tried, in items: a box of 27 stacks. */
const LARGEST_BUNDLE = 27 * 64;
/** Digits of a double that arithmetic leaves exact. */
const DIGITS_AFTER_ARITHMETIC = 14;
/** Limits the decimals added to distinguish neighbours in a list. Closer prices look equal. */
const EXTRA_DECIMALS = 6;

/**
 * Formats a price in diamonds: whole or with two decimals, below 1 with two significant digits (0.0104 is 0.010). Never
 * "7M", and never 0 unless it is 0. All sums and quotients are rounded here and nowhere before.
 */
export function formatPrice(diamonds: number, language: Language): string {
  const settled = withoutFloatError(diamonds);
  return priceTo(settled, decimalsOf(settled, SIGNIFICANT_DIGITS), language);
}

/** Removes the error of binary fractions from sums of unit prices: 3.0000000000000004 is 3. */
function withoutFloatError(diamonds: number): number {
  return Number.isInteger(diamonds) ? diamonds : Number(diamonds.toPrecision(DIGITS_AFTER_ARITHMETIC));
}

/**
 * Formats the prices of one list. Below 1, a price has enough digits to differ from its neighbours in the list.
 * @returns the formatted prices by price
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
 * Formats a price that a user gave, or an auction's bid: with all decimals up to the eighth, or a quotient with four
 * significant digits.
 */
export function formatGivenPrice(diamonds: number, language: Language): string {
  const isQuotient = Number(diamonds.toFixed(GIVEN_DECIMALS)) !== diamonds;
  if (Number.isInteger(diamonds)) return formatWhole(diamonds, language);
  return decimalPrice(diamonds, 2, isQuotient ? decimalsOf(diamonds, QUOTIENT_DIGITS) : GIVEN_DECIMALS, language);
}

/**
 * Finds the bundle as which a user typed a price: `32 for 3` is saved as 0.09375.
 * @returns the smallest bundle at whole diamonds, or null if the price has so few decimals that a user types them
 */
export function typedBundle(unitPrice: number): { readonly quantity: number; readonly paid: number } | null {
  if (Number(unitPrice.toFixed(TYPED_DECIMALS)) === unitPrice) return null;
  for (let quantity = 2; quantity <= LARGEST_BUNDLE; quantity += 1) {
    const paid = Math.round(unitPrice * quantity);
    if (paid > 0 && paid / quantity === unitPrice) return { quantity, paid };
  }
  return null;
}

export function formatWhole(n: number, language: Language): string {
  return language.count(n);
}

/**
 * Formats a percentage with its sign: `−13%`, `+13%`.
 * @param percent whole per cent
 */
export function formatSignedPercent(percent: number, language: Language): string {
  return language.percent(percent).replace('-', '−');
}

/**
 * Formats diamonds with their unit: `1 diamond`, `4 diamonds`.
 * @param amount the number in words, such as one of `pricesApart`
 */
export function formatDiamonds(paid: number, language: Language, amount = formatPrice(paid, language)): string {
  return language.say('common.diamonds', { n: withoutFloatError(paid), amount });
}

/** Formats diamonds with all digits that a user gave: `0.25 diamonds`. */
export function formatGivenDiamonds(given: number, language: Language): string {
  return formatDiamonds(given, language, formatGivenPrice(given, language));
}

/** Formats the price of one item, as markdown: `**3 diamonds** each`. */
export function formatEach(unitPrice: number, language: Language, amount = formatPrice(unitPrice, language)): string {
  return language.say('offer.each', { diamonds: formatDiamonds(unitPrice, language, amount) });
}

/**
 * Formats a shop's offer like its sign: `16 for 4 diamonds`, or of one item `4 diamonds`.
 * @param total the price of the bundle in words
 */
export function formatBundle(quantity: number, total: string, language: Language): string {
  if (quantity === 1) return total;
  return language.say('common.bundle', { quantity: formatWhole(quantity, language), diamonds: total });
}

/**
 * Returns the decimals that show a price with this number of significant digits below 1. From 1 on they are two, or
 * none for a whole price.
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
  return Number.isInteger(diamonds)
    ? formatWhole(diamonds, language)
    : decimalPrice(diamonds, decimals, decimals, language);
}

function decimalPrice(diamonds: number, least: number, most: number, language: Language): string {
  const shown = diamonds === 0 ? 0 : Math.sign(diamonds) * Math.max(SMALLEST_SHOWN, Math.abs(diamonds));
  const decimals = (n: number) => Math.min(MOST_SHOWN_DECIMALS, Math.max(2, n));
  return language.format(shown, { least: decimals(least), most: decimals(most) });
}
