import { UNLIMITED } from './shop.ts';

/** The unit of the wire's `remaining`. */
export const STOCK_UNITS = ['bundles', 'items'] as const;
export type StockUnit = (typeof STOCK_UNITS)[number];

/** The wire's `remaining` of a shop without a limit. */
export const WIRE_UNLIMITED = -1;

/**
 * The items left at a shop, or `UNLIMITED`: the only place where the wire's stock becomes the market's.
 * @param remaining the wire's stock, an integer from -1
 * @param quantity items in one bundle
 * @returns at most one below `UNLIMITED` where stock is counted, however much the service says
 */
export function stockOf(remaining: number, quantity: number, unit: StockUnit): number {
  if (remaining === WIRE_UNLIMITED) return UNLIMITED;
  return Math.min(unit === 'bundles' ? remaining * quantity : remaining, UNLIMITED - 1);
}

/** The wire's stock that `stockOf` made `remaining` items of. */
export function wireStockOf(remaining: number, quantity: number, unit: StockUnit): number {
  if (remaining === UNLIMITED) return WIRE_UNLIMITED;
  return unit === 'bundles' ? Math.floor(remaining / quantity) : remaining;
}
