import type { Shop } from './shop.ts';
import { inStock, unitPriceOf } from './unit-price.ts';
import { WorldNumbers } from './world-numbers.ts';

/** Rows that are copied together; a power of two. */
export const PAGE = 512;
const BITS = Math.log2(PAGE);

/** The flags of a row; from `WORLD_BIT` on the number of its world. 0: no shop stands there. A shop of an unknown kind is both ask and bid. */
export const ASK = 1;
export const BID = 2;
export const IN_STOCK = 4;
/** It is enchanted, or holds something. */
export const SPECIAL = 8;
export const WORLD_BIT = 4;

/** So many rows as a page has. `prices`: diamonds for one item. `stocks`: items. */
export interface Rows {
  readonly flags: Uint16Array;
  readonly ids: Int32Array;
  readonly prices: Float64Array;
  readonly stocks: Int32Array;
  readonly xs: Int32Array;
  readonly zs: Int32Array;
  /** Where shops stand that the columns have no room for: their flags are 0. */
  unfit: readonly number[];
}

const EMPTY: Rows = {
  flags: new Uint16Array(PAGE),
  ids: new Int32Array(PAGE),
  prices: new Float64Array(PAGE),
  stocks: new Int32Array(PAGE),
  xs: new Int32Array(PAGE),
  zs: new Int32Array(PAGE),
  unfit: [],
};

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
    const { x, z, world } = shop.location;
    const { id, remaining } = shop;
    const page = this.#ownPage(row >> BITS);
    const at = row & (PAGE - 1);
    clear(page, at);
    const number = this.worlds.numberOf(world);
    if (number === undefined || ![id, remaining, x, z].every(isInt32)) {
      page.unfit = [...page.unfit, at];
      return;
    }
    page.flags[at] = flagsOf(shop) | (number << WORLD_BIT);
    page.ids[at] = id;
    page.prices[at] = unitPriceOf(shop);
    page.stocks[at] = remaining;
    page.xs[at] = x;
    page.zs[at] = z;
  }

  delete(row: number): void {
    clear(this.#ownPage(row >> BITS), row & (PAGE - 1));
  }

  #ownPage(number: number): Rows {
    const known = this.#pages[number] ?? EMPTY;
    if (this.#isOwn[number] === 1) return known;
    const { flags, ids, prices, stocks, xs, zs, unfit } = known;
    const own = {
      flags: flags.slice(),
      ids: ids.slice(),
      prices: prices.slice(),
      stocks: stocks.slice(),
      xs: xs.slice(),
      zs: zs.slice(),
      unfit,
    };
    this.#pages[number] = own;
    this.#isOwn[number] = 1;
    return own;
  }
}

const SIDES = { ask: ASK, bid: BID, other: ASK | BID };

function clear(page: Rows, at: number): void {
  page.flags[at] = 0;
  if (page.unfit.length > 0) page.unfit = page.unfit.filter((other) => other !== at);
}

function flagsOf(shop: Shop): number {
  const { item, side } = shop;
  const isSpecial = item.contents.length > 0 || (item.identity.variant?.enchantments.length ?? 0) > 0;
  return SIDES[side ?? 'other'] | (inStock(shop, shop.remaining) ? IN_STOCK : 0) | (isSpecial ? SPECIAL : 0);
}

function isInt32(value: number): boolean {
  return (value | 0) === value;
}
