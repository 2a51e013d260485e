import { UNLIMITED } from './shop.ts';

/** Units of the wire's `remaining`. */
export const STOCK_UNITS = ['bundles', 'items'] as const;
export type StockUnit = (typeof STOCK_UNITS)[number];

/** The wire's `remaining` of a shop without a limit. */
export const WIRE_UNLIMITED = -1;

/**
 * Converts the wire's stock into items left at a shop, or `UNLIMITED`. No other code converts it.
 * @param remaining the wire's stock, an integer from -1
 * @param quantity items in one bundle
 * @returns a counted stock stays below `UNLIMITED`, however large the service's number
 */
export function stockOf(remaining: number, quantity: number, unit: StockUnit): number {
  if (remaining === WIRE_UNLIMITED) return UNLIMITED;
  return Math.min(unit === 'bundles' ? remaining * quantity : remaining, UNLIMITED - 1);
}

/** Converts items back into the wire's stock, the inverse of `stockOf`. */
export function wireStockOf(remaining: number, quantity: number, unit: StockUnit): number {
  if (remaining === UNLIMITED) return WIRE_UNLIMITED;
  return unit === 'bundles' ? Math.floor(remaining / quantity) : remaining;
}
