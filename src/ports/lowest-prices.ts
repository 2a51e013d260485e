import type { Shop } from '../market/shops/shop.ts';

/** Offers compared with the prices of the last 30 days. Answers may be a minute old. */
export interface LowestPrices {
  /**
   * For how many days, up to 30, the shop's ask is the lowest price of its goods, or null if it is not (see
   * `lowestInDays`).
   */
  daysOf(shop: Shop): Promise<number | null>;
}
