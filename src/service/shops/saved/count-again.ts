import type { Shop } from '../../../market/shops/shop.ts';
import { type StockUnit, stockOf, wireStockOf } from '../../../market/shops/stock.ts';

/**
 * A shop that was written by an earlier run, with its stock counted as today.
 * @param written the unit of the records' stock then; null if the shop has the wire's number, as a Crier before 0.4.0
 * wrote it
 */
export function countAgain(shop: Shop, written: StockUnit | null, unit: StockUnit): Shop {
  const { remaining, item } = shop;
  const told = written === null ? remaining : wireStockOf(remaining, item.quantity, written);
  const again = stockOf(told, item.quantity, unit);
  return again === remaining ? shop : { ...shop, remaining: again };
}
