import { dimensionOf, scaleBetween } from './distance.ts';
import type { Shop } from './shop.ts';
import { inStock } from './unit-price.ts';

export const ROWS_PER_PAGE = 256;

/** Bits of a row's flags; 0 means no shop. A shop of an unknown kind has both `ASK_FLAG` and `BID_FLAG`. */
export const ASK_FLAG = 1;
export const BID_FLAG = 2;
export const IN_STOCK_FLAG = 4;
/** The item is enchanted or has contents. */
export const SPECIAL_FLAG = 8;
/** Lowest bit of the world's number. */
export const WORLD_SHIFT = 4;
export const WORLD_MASK = 0xfff0;
/** Lowest bit of the number of items in a bundle. */
const QUANTITY_SHIFT = 16;
const MOST_BUNDLE_ITEMS = 2 ** 16 - 1;

/**
 * The rows of one page, column by column. Prices and stocks are floats, because they have decimals or exceed 32 bits.
 */
export interface PageColumns {
  readonly flags: Int32Array;
  readonly prices: Float64Array;
  readonly stocks: Float64Array;
  readonly xs: Int32Array;
  readonly zs: Int32Array;
  /** Positions of shops that do not fit into the columns and therefore have no flags. */
  readonly unfit: number[];
}

/**
 * The facts that decide for almost every shop whether it matches a query without item and owner. Reading the shop
 * objects instead would take many times as long.
 */
export class ShopColumns {
  readonly worlds = new WorldNumbers();
  readonly pages: readonly PageColumns[];
  /** The shops of each world, by its name as written. */
  readonly shopsByWorld = new Map<string, number>();

  constructor(rows: number) {
    const pages = Math.ceil(rows / ROWS_PER_PAGE);
    const flags = new Int32Array(pages * ROWS_PER_PAGE);
    const xs = new Int32Array(pages * ROWS_PER_PAGE);
    const zs = new Int32Array(pages * ROWS_PER_PAGE);
    const prices = new Float64Array(pages * ROWS_PER_PAGE);
    const stocks = new Float64Array(pages * ROWS_PER_PAGE);
    this.pages = Array.from({ length: pages }, (_, page) => {
      const [from, to] = [page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE];
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
    const page = this.pages[Math.floor(row / ROWS_PER_PAGE)];
    if (page === undefined) return;
    const at = row % ROWS_PER_PAGE;
    const { x, z, world: name } = shop.location;
    this.shopsByWorld.set(name, (this.shopsByWorld.get(name) ?? 0) + 1);
    const world = this.worlds.numberOf(name);
    if (world === undefined || shop.item.quantity > MOST_BUNDLE_ITEMS || !isInt32(x) || !isInt32(z)) {
      page.unfit.push(at);
      return;
    }
    page.flags[at] = flagsOf(shop) | (world << WORLD_SHIFT) | (shop.item.quantity << QUANTITY_SHIFT);
    page.prices[at] = shop.price;
    page.stocks[at] = shop.remaining;
    page.xs[at] = x;
    page.zs[at] = z;
  }

  /** Returns the Overworld with most shops, or null without one. */
  mainOverworld(): string | null {
    const overworlds = [...this.shopsByWorld].filter(([world]) => dimensionOf(world) === 'overworld');
    const [most] = overworlds.sort(([a, shops], [b, others]) => others - shops || (a < b ? -1 : 1));
    return most?.[0] ?? null;
  }
}

function isInt32(coordinate: number): boolean {
  return coordinate === (coordinate | 0);
}

/** Returns diamonds for one item at the shop of a row. */
export function unitPriceAt({ flags, prices }: Pick<PageColumns, 'flags' | 'prices'>, at: number): number {
  return (prices[at] ?? 0) / ((flags[at] ?? 0) >>> QUANTITY_SHIFT);
}

/** Returns the number of the world of a row's shop. */
export function worldAt({ flags }: Pick<PageColumns, 'flags'>, at: number): number {
  return ((flags[at] ?? 0) & WORLD_MASK) >>> WORLD_SHIFT;
}

const SIDE_FLAGS = { ask: ASK_FLAG, bid: BID_FLAG, other: ASK_FLAG | BID_FLAG };

function flagsOf(shop: Shop): number {
  const { item, side } = shop;
  const isSpecial = item.contents.length > 0 || (item.identity.variant?.enchantments.length ?? 0) > 0;
  return (
    SIDE_FLAGS[side ?? 'other'] | (inStock(shop, shop.remaining) ? IN_STOCK_FLAG : 0) | (isSpecial ? SPECIAL_FLAG : 0)
  );
}

/** Maximum number of numbered spellings, limited by 12 bits. */
const MOST_WORLD_NUMBERS = 2 ** 12;

/** Assigns 12-bit ids to names of worlds, ignoring case. An id never changes, so that all markets can share them. */
export class WorldNumbers {
  /** The number of each world, by its name as written and by its name in lower case. */
  readonly #numbers = new Map<string, number>();

  /** Returns the number of a world, assigning a new one if needed, or undefined if there are too many. */
  numberOf(world: string): number | undefined {
    const known = this.#numbers.get(world);
    if (known !== undefined || this.#numbers.size + 2 > MOST_WORLD_NUMBERS) return known;
    const lower = world.toLowerCase();
    const number = this.#numbers.get(lower) ?? this.#numbers.size;
    this.#numbers.set(lower, number).set(world, number);
    return number;
  }

  /** Returns, by a world's number, the blocks of a place's world that one of its blocks spans; NaN without a portal. */
  scalesFrom(world: string | undefined): Float64Array {
    const scales = new Float64Array(MOST_WORLD_NUMBERS);
    for (const [name, number] of this.#numbers) scales[number] = scaleBetween(world, name) ?? Number.NaN;
    return scales;
  }

  /** @returns the number of the world, or undefined if it has none */
  find(world: string): number | undefined {
    return this.#numbers.get(world.toLowerCase());
  }
}
