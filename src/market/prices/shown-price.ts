/**
 * Below 1, a price is shown with so many significant digits, from 1 on with so many decimals; see
 * `language/number.ts`.
 */
const SIGNIFICANT_DIGITS = 2;
const LEAST_DECIMALS = 2;
/** A threshold with more decimals is a quotient such as 1/3, chosen and not typed: it is compared exactly. */
const MOST_DECIMALS = 8;
/** Half a unit of the last digit is at most a twentieth of a price. Prices further off need no rounding. */
const WIDEST = 1.06;
/** Sums of unit prices carry dust of binary fractions, which is not shown. */
const DUST = 1e-13;

/**
 * Whether a price is at a threshold or below, as both are shown: `0.33` is at or above 1/3, which is shown as 0.33 and, in a list, as
 * 0.333. Every bound that a user sets goes by this and `isAtLeast`.
 */
export function isAtMost(price: number, threshold: number): boolean {
  if (price <= threshold) return true;
  return price < threshold * WIDEST && price <= highestAtMost(threshold);
}

/** Whether a price is at a threshold or above, as both are shown: 2/3 is at least `0.67`. */
export function isAtLeast(price: number, threshold: number): boolean {
  if (price >= threshold) return true;
  return price * WIDEST > threshold && price >= lowestAtLeast(threshold);
}

/** The highest price that is at a threshold or below. A price halfway to the next digit is shown as the next digit. */
export function highestAtMost(threshold: number): number {
  const decimals = decimalsOf(threshold);
  if (decimals === null || threshold <= 0) return threshold;
  return (threshold + halfUnit(Math.max(decimals, shownDecimals(threshold)))) * (1 - DUST);
}

/**
 * The lowest price that is at a threshold or above. Just below a power of ten, prices are shown with one more decimal.
 */
export function lowestAtLeast(threshold: number): number {
  const decimals = decimalsOf(threshold);
  if (decimals === null || threshold <= 0) return threshold;
  return (threshold - halfUnit(Math.max(decimals, shownDecimals(threshold * (1 - DUST))))) * (1 - DUST);
}

/**
 * The lowest threshold that may have the price at it or below. Indexes of thresholds are asked with it, `isAtMost`
 * decides.
 */
export function lowestThreshold(price: number): number {
  return (price - halfUnit(shownDecimals(price))) * (1 - DUST);
}

/** The highest threshold that may have the price at it or above. */
export function highestThreshold(price: number): number {
  return (price + halfUnit(shownDecimals(price))) * (1 + DUST);
}

/** Decimals as written, or null for a quotient. */
function decimalsOf(threshold: number): number | null {
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals += 1) {
    if (Number(threshold.toFixed(decimals)) === threshold) return decimals;
  }
  return null;
}

function shownDecimals(price: number): number {
  if (price >= 1 || price <= 0) return LEAST_DECIMALS;
  const exponent = Number(price.toExponential().split('e')[1]);
  return Math.max(LEAST_DECIMALS, SIGNIFICANT_DIGITS - 1 - exponent);
}

function halfUnit(decimals: number): number {
  return 0.5 * 10 ** -decimals;
}
