/**
 * Digits of a shown price: significant ones below 1, decimals from 1 on. `language/number.ts` formats by the same rule.
 */
const SHOWN_SIGNIFICANT_DIGITS = 2;
const MIN_DECIMALS = 2;
/** A threshold with more decimals is a quotient such as 1/3 that no user typed, so it is compared exactly. */
const MAX_TYPED_DECIMALS = 8;
/** Rounding moves a price by at most a twentieth. Prices further away from the threshold skip the rounding. */
const MOST_ROUNDING_RATIO = 1.06;
/** Relative error of sums of binary fractions, which no shown price includes. */
const RELATIVE_ERROR = 1e-13;

/**
 * Whether a price is at most a threshold, both as shown: `0.33` counts as at most 1/3, which is shown as 0.33 and, in a
 * list, as 0.333. Every limit that a user sets is compared by this function or by `isAtLeast`.
 */
export function isAtMost(price: number, threshold: number): boolean {
  if (price <= threshold) return true;
  return price < threshold * MOST_ROUNDING_RATIO && price <= highestAtMost(threshold);
}

/** Whether a price is at least a threshold, both as shown: 2/3 is at least `0.67`. */
export function isAtLeast(price: number, threshold: number): boolean {
  if (price >= threshold) return true;
  return price * MOST_ROUNDING_RATIO > threshold && price >= lowestAtLeast(threshold);
}

/**
 * Returns the highest price that is at most a threshold. A price halfway to the next digit is shown as the next digit.
 */
export function highestAtMost(threshold: number): number {
  const decimals = typedDecimals(threshold);
  if (decimals === null || threshold <= 0) return threshold;
  return (threshold + halfUnit(Math.max(decimals, shownDecimals(threshold)))) * (1 - RELATIVE_ERROR);
}

/**
 * Returns the lowest price that is at least a threshold. Just below a power of ten, prices are shown with one more
 * decimal.
 */
export function lowestAtLeast(threshold: number): number {
  const decimals = typedDecimals(threshold);
  if (decimals === null || threshold <= 0) return threshold;
  return (
    (threshold - halfUnit(Math.max(decimals, shownDecimals(threshold * (1 - RELATIVE_ERROR))))) * (1 - RELATIVE_ERROR)
  );
}

/**
 * Returns the lowest threshold that the price may still meet as a maximum. Indexes of thresholds search from here, and
 * `isAtMost` decides.
 */
export function lowestThreshold(price: number): number {
  return (price - halfUnit(shownDecimals(price))) * (1 - RELATIVE_ERROR);
}

/** Returns the highest threshold that the price may still meet as a minimum. */
export function highestThreshold(price: number): number {
  return (price + halfUnit(shownDecimals(price))) * (1 + RELATIVE_ERROR);
}

/** Returns the number of decimals as written, or null for a quotient. */
function typedDecimals(threshold: number): number | null {
  for (let decimals = 0; decimals <= MAX_TYPED_DECIMALS; decimals += 1) {
    if (Number(threshold.toFixed(decimals)) === threshold) return decimals;
  }
  return null;
}

function shownDecimals(price: number): number {
  if (price >= 1 || price <= 0) return MIN_DECIMALS;
  const exponent = Number(price.toExponential().split('e')[1]);
  return Math.max(MIN_DECIMALS, SHOWN_SIGNIFICANT_DIGITS - 1 - exponent);
}

function halfUnit(decimals: number): number {
  return 0.5 * 10 ** -decimals;
}
