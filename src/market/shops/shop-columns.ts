import { scaleBetween } from './distance.ts';
import type { Shop } from './shop.ts';
import { inStock } from './unit-price.ts';

/** Rows of a page. */
export const PAGE = 256;

/** Bits of a row's flags. None: no shop stands there. A shop of an unknown kind is both ask and bid. */
export const ASK = 1;
export const BID = 2;
export const IN_STOCK = 4;
/** It is enchanted, or holds something. */
export const SPECIAL = 8;
/** The number of its world. */
export const WORLD_BIT = 4;
export const WORLD_BITS = 0xfff0;
/** The items of a bundle. */
const QUANTITY_BIT = 16;
const MOST_ITEMS = 2 ** 16 - 1;

/** The rows of one page, column by column. Prices and stocks have decimals or exceed 32 bits. */
export interface Rows {
  readonly flags: Int32Array;
  readonly prices: Float64Array;
  readonly stocks: Float64Array;
  readonly xs: Int32Array;
  readonly zs: Int32Array;
  /** Places of shops that the columns have no room for: they have no flags. */
  readonly unfit: number[];
}

/**
 * The facts that decide for nearly every shop whether it answers a query without item and owner. To look at each shop
 * instead would take many times as long.
 */
export class ShopColumns {
  readonly worlds = new WorldNumbers();
  readonly pages: readonly Rows[];
  /** As they are written. */
  readonly worldNames = new Set<string>();

  constructor(rows: number) {
    const pages = Math.ceil(rows / PAGE);
    const flags = new Int32Array(pages * PAGE);
    const xs = new Int32Array(pages * PAGE);
    const zs = new Int32Array(pages * PAGE);
    const prices = new Float64Array(pages * PAGE);
    const stocks = new Float64Array(pages * PAGE);
    this.pages = Array.from({ length: pages }, (_, page) => {
      const [from, to] = [page * PAGE, (page + 1) * PAGE];
      return {
        flags: flags.subarray(from, to),
        prices: prices.subarray(from, to),
        stocks: stocks.subarray(from, to),
        xs: xs.subarray(from, to),
        zs: zs.subarray(from, to),
        unfit: [],
      };
    });
  }

  put(row: number, shop: Shop): void {
    const page = this.pages[Math.floor(row / PAGE)];
    if (page === undefined) return;
    const at = row % PAGE;
    this.worldNames.add(shop.location.world);
    const world = this.worlds.numberOf(shop.location.world);
    const { x, z } = shop.location;
    if (world === undefined || shop.item.quantity > MOST_ITEMS || !isInt32(x) || !isInt32(z)) {
      page.unfit.push(at);
      return;
    }
    page.flags[at] = flagsOf(shop) | (world << WORLD_BIT) | (shop.item.quantity << QUANTITY_BIT);
    page.prices[at] = shop.price;
    page.stocks[at] = shop.remaining;
    page.xs[at] = x;
    page.zs[at] = z;
  }
}

function isInt32(coordinate: number): boolean {
  return coordinate === (coordinate | 0);
}

/** Diamonds for one item at the shop of a row. */
export function unitPriceAt({ flags, prices }: Pick<Rows, 'flags' | 'prices'>, at: number): number {
  return (prices[at] ?? 0) / ((flags[at] ?? 0) >>> QUANTITY_BIT);
}

/** The number of the world of a row's shop. */
export function worldAt({ flags }: Pick<Rows, 'flags'>, at: number): number {
  return ((flags[at] ?? 0) & WORLD_BITS) >>> WORLD_BIT;
}

const SIDES = { ask: ASK, bid: BID, other: ASK | BID };

function flagsOf(shop: Shop): number {
  const { item, side } = shop;
  const isSpecial = item.contents.length > 0 || (item.identity.variant?.enchantments.length ?? 0) > 0;
  return SIDES[side ?? 'other'] | (inStock(shop, shop.remaining) ? IN_STOCK : 0) | (isSpecial ? SPECIAL : 0);
}

/** So many spellings have a number at most. */
const MOST = 2 ** 12;

/** Numbers for the names of worlds, case aside, of 12 bits. They never change, so that all markets may share them. */
export class WorldNumbers {
  /** By the name in lower case, and as it was written. */
  readonly #numbers = new Map<string, number>();

  /** The number of a world, perhaps a new one; undefined: there are too many. */
  numberOf(world: string): number | undefined {
    const known = this.#numbers.get(world);
    if (known !== undefined || this.#numbers.size + 2 > MOST) return known;
    const lower = world.toLowerCase();
    const number = this.#numbers.get(lower) ?? this.#numbers.size;
    this.#numbers.set(lower, number).set(world, number);
    return number;
  }

  /** By a world's number, the blocks of a place's world that one of its blocks counts; NaN where no portal leads. */
  scalesFrom(world: string | undefined): Float64Array {
    const scales = new Float64Array(MOST);
    for (const [name, number] of this.#numbers) scales[number] = scaleBetween(world, name) ?? Number.NaN;
    return scales;
  }

  /** undefined: it has none. */
  find(world: string): number | undefined {
    return this.#numbers.get(world.toLowerCase());
  }
}
