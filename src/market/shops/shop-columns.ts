import type { Shop } from './shop.ts';
import { inStock } from './unit-price.ts';
import { WorldNumbers } from './world-numbers.ts';

/** Rows that are copied together; a power of two. */
export const PAGE = 256;
const BITS = Math.log2(PAGE);

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

/** Where the columns of a page begin in its cells; those of the flags are the first. */
const PRICES = PAGE;
export const IDS = 2 * PAGE;
export const STOCKS = 3 * PAGE;
export const XS = 4 * PAGE;
export const ZS = 5 * PAGE;
const CELLS = 6 * PAGE;

/**
 * The rows of one page, column by column. One array, as each costs more to copy than its values; of doubles, as prices
 * have decimals.
 */
export interface Rows {
  readonly cells: Float64Array;
  /** Where shops stand whose bundle the flags have no room for: they have no flags. */
  unfit: readonly number[];
}

const EMPTY: Rows = { cells: new Float64Array(CELLS), unfit: [] };

/**
 * What decides of nearly every shop whether it answers a query without item and owner: to look at each one would take many times as
 * long. A copy shares what is equal with its original.
 */
export class ShopColumns {
  readonly worlds: WorldNumbers;
  readonly #pages: Rows[];
  /** By page: 1 where no other columns have it. */
  readonly #isOwn: Uint8Array;

  static for(rows: number): ShopColumns {
    return new ShopColumns(new WorldNumbers(), new Array(Math.ceil(rows / PAGE)).fill(EMPTY));
  }

  private constructor(worlds: WorldNumbers, pages: Rows[]) {
    this.worlds = worlds;
    this.#pages = pages;
    this.#isOwn = new Uint8Array(pages.length);
  }

  next(): ShopColumns {
    this.#isOwn.fill(0);
    return new ShopColumns(this.worlds, this.#pages.slice());
  }

  get pages(): readonly Rows[] {
    return this.#pages;
  }

  set(row: number, shop: Shop): void {
    const page = this.#ownPage(row >> BITS);
    const at = row & (PAGE - 1);
    clear(page, at);
    const world = this.worlds.numberOf(shop.location.world);
    if (world === undefined || !fits(shop)) {
      page.unfit = [...page.unfit, at];
      return;
    }
    const { cells } = page;
    cells[at] = flagsOf(shop) | (world << WORLD_BIT) | (shop.item.quantity << QUANTITY_BIT);
    cells[PRICES + at] = shop.price;
    cells[IDS + at] = shop.id;
    cells[STOCKS + at] = shop.remaining;
    cells[XS + at] = shop.location.x;
    cells[ZS + at] = shop.location.z;
  }

  delete(row: number): void {
    clear(this.#ownPage(row >> BITS), row & (PAGE - 1));
  }

  #ownPage(number: number): Rows {
    const known = this.#pages[number] ?? EMPTY;
    if (this.#isOwn[number] === 1) return known;
    const own = { cells: known.cells.slice(), unfit: known.unfit };
    this.#pages[number] = own;
    this.#isOwn[number] = 1;
    return own;
  }
}

/** Diamonds for one item at the shop of a row. */
export function unitPriceAt(cells: Float64Array, at: number): number {
  return (cells[PRICES + at] ?? 0) / ((cells[at] ?? 0) >>> QUANTITY_BIT);
}

/** The number of the world of a row's shop. */
export function worldAt(cells: Float64Array, at: number): number {
  return ((cells[at] ?? 0) & WORLD_BITS) >>> WORLD_BIT;
}

function clear(page: Rows, at: number): void {
  page.cells[at] = 0;
  if (page.unfit.length > 0) page.unfit = page.unfit.filter((other) => other !== at);
}

const SIDES = { ask: ASK, bid: BID, other: ASK | BID };

function flagsOf(shop: Shop): number {
  const { item, side } = shop;
  const isSpecial = item.contents.length > 0 || (item.identity.variant?.enchantments.length ?? 0) > 0;
  return SIDES[side ?? 'other'] | (inStock(shop, shop.remaining) ? IN_STOCK : 0) | (isSpecial ? SPECIAL : 0);
}

/** The other columns hold every price, stock, id and coordinate, decimals and `UNLIMITED` as well. */
function fits({ item }: Shop): boolean {
  return item.quantity <= MOST_ITEMS;
}
