import { highestAtMost, lowestAtLeast } from '../prices/shown-price.ts';
import { blocksBetween } from '../shops/distance.ts';
import {
  ASK_FLAG,
  BID_FLAG,
  IN_STOCK_FLAG,
  type PageColumns,
  ROWS_PER_PAGE,
  SPECIAL_FLAG,
  unitPriceAt,
  WORLD_MASK,
  WORLD_SHIFT,
  type WorldNumbers,
  worldAt,
} from '../shops/shop-columns.ts';
import type { ShopIndex } from '../shops/shop-index.ts';
import type { ShopTable } from '../shops/shop-table.ts';
import { BestOf } from './bounded-lists.ts';
import { placeOf } from './filter.ts';
import { MOST_LISTED_OTHERS, type OfferQuery, UNREACHABLE_DISTANCE } from './offer.ts';

/**
 * Tests rows against a query without item and owner, except `notOwner`, with the stock of the snapshot. Shops of
 * unknown kinds match too.
 */
export class RowTest {
  /** The bits of a row’s flags that are compared with `#flags`. */
  readonly #mask: number;
  readonly #flags: number;
  readonly #minPrice: number;
  readonly #maxPrice: number;
  readonly #minStock: number;
  readonly #x: number;
  readonly #z: number;
  readonly #within: number;
  readonly #scales: Float64Array;

  constructor(query: OfferQuery, worlds: WorldNumbers) {
    const { filter } = query;
    const { world, within = Number.POSITIVE_INFINITY, enchantments = [] } = filter;
    const place = placeOf(filter);
    const special = enchantments.length > 0 ? SPECIAL_FLAG : 0;
    const side = query.side === 'buy' ? ASK_FLAG : BID_FLAG;
    this.#mask = side | special | (world === undefined ? 0 : WORLD_MASK);
    const number = world === undefined ? 0 : (worlds.find(world) ?? Number.NaN);
    this.#flags = side + special + number * 2 ** WORLD_SHIFT;
    // An enchanted item may be in a container at another price.
    const { minPrice, maxPrice } = special === 0 ? filter : {};
    this.#minPrice = minPrice === undefined ? Number.NEGATIVE_INFINITY : lowestAtLeast(minPrice);
    this.#maxPrice = maxPrice === undefined ? Number.POSITIVE_INFINITY : highestAtMost(maxPrice);
    this.#minStock = filter.minStock ?? Number.NEGATIVE_INFINITY;
    this.#x = place?.x ?? Number.NaN;
    this.#z = place?.z ?? Number.NaN;
    this.#within = within;
    this.#scales = worlds.scalesFrom(place?.world);
  }

  /**
   * Writes the positions of rows that may match into `found`.
   * @returns the number of positions
   */
  find(rows: PageColumns, found: Uint16Array): number {
    let count = findFlags(rows.flags, this.#mask, this.#flags, found);
    if (this.#minPrice > Number.NEGATIVE_INFINITY || this.#maxPrice < Number.POSITIVE_INFINITY)
      count = findPriced(rows, this.#minPrice, this.#maxPrice, found, count);
    const hasAll = this.#minStock === Number.NEGATIVE_INFINITY && this.#within === Number.POSITIVE_INFINITY;
    return hasAll ? count : this.#findStockedNear(rows, found, count);
  }

  #findStockedNear(rows: PageColumns, found: Uint16Array, count: number): number {
    const [x, z, within, scales] = [this.#x, this.#z, this.#within, this.#scales];
    const isAnywhere = within === Number.POSITIVE_INFINITY;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const at = found[index] ?? 0;
      if ((rows.stocks[at] ?? 0) < this.#minStock) continue;
      const scale = scales[worldAt(rows, at)] ?? Number.NaN;
      if (isAnywhere || blocksBetween((rows.xs[at] ?? 0) * scale - x, (rows.zs[at] ?? 0) * scale - z) <= within)
        found[kept++] = at;
    }
    return kept;
  }
}

// Both functions avoid branches: the direction is unpredictable, and a misprediction costs more than the rest.

function findFlags(flags: Int32Array, mask: number, asked: number, found: Uint16Array): number {
  let count = 0;
  for (let at = 0; at < ROWS_PER_PAGE; at++) {
    found[count] = at;
    count += Number(((flags[at] ?? 0) & mask) === asked);
  }
  return count;
}

/** Keeps, of the first `count` positions in `found`, those within the price range. */
function findPriced(rows: PageColumns, least: number, most: number, found: Uint16Array, count: number): number {
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const at = found[index] ?? 0;
    const price = unitPriceAt(rows, at);
    found[kept] = at;
    kept += Number(price >= least) & Number(price <= most);
  }
  return kept;
}

const OTHER_KIND = ASK_FLAG | BID_FLAG;

/** A row with its sort keys in a query: lowest `key` first, then lowest `price`, then the id. */
interface RankedRow {
  readonly row: number;
  readonly key: number;
  readonly price: number;
  readonly id: number;
}

/**
 * Counts the rows that match a query and keeps the first ones in its order, separately for those in stock, empty ones
 * and unknown kinds.
 */
export class RowList {
  readonly #query: OfferQuery;
  readonly #shops: ShopTable;
  /** A negative sign sorts higher prices first. */
  readonly #sign: number;
  readonly #stocked: BestOf<RankedRow>;
  readonly #empty: BestOf<RankedRow>;
  readonly #others = new BestOf<RankedRow>(MOST_LISTED_OTHERS, compareRanked);
  readonly #keys = new Float64Array(ROWS_PER_PAGE);
  readonly #scales: Float64Array;
  #stockedCount = 0;
  #emptyCount = 0;

  constructor(query: OfferQuery, limit: number, { shops, columns: { worlds } }: Pick<ShopIndex, 'shops' | 'columns'>) {
    this.#query = query;
    this.#shops = shops;
    this.#scales = worlds.scalesFrom(placeOf(query.filter)?.world);
    this.#sign = query.side === 'buy' ? 1 : -1;
    this.#stocked = new BestOf(limit, compareRanked);
    this.#empty = new BestOf(limit, compareRanked);
  }

  get stockedCount(): number {
    return this.#stockedCount;
  }

  get emptyCount(): number {
    return this.#emptyCount;
  }

  /**
   * Adds the rows of a page.
   * @param found positions in the page, of which the first `count` are valid
   * @param first row number of the page's first row
   */
  add(rows: PageColumns, found: Uint16Array, count: number, first: number): void {
    this.#fillKeys(rows, found, count);
    const keys = this.#keys;
    const most = this.#stocked.last?.key ?? Number.POSITIVE_INFINITY;
    const listsEmpty = this.#query.outOfStock || this.#query.side === 'sell';
    const mostOfEmpty = listsEmpty ? (this.#empty.last?.key ?? Number.POSITIVE_INFINITY) : Number.NaN;
    for (let index = 0; index < count; index++) {
      const at = found[index] ?? 0;
      const bits = rows.flags[at] ?? 0;
      const isStocked = (bits & IN_STOCK_FLAG) !== 0;
      if ((bits & OTHER_KIND) === OTHER_KIND) {
        this.#addOther(first + at, isStocked);
        continue;
      }
      if (isStocked) this.#stockedCount++;
      else this.#emptyCount++;
      const key = keys[index] ?? 0;
      if (!(key <= (isStocked ? most : mostOfEmpty))) continue;
      const ranked = {
        row: first + at,
        key,
        price: this.#sign * unitPriceAt(rows, at),
        id: this.#shops.at(first + at)?.id ?? 0,
      };
      (isStocked ? this.#stocked : this.#empty).add(ranked);
    }
  }

  keptRows(): readonly number[] {
    return [this.#stocked, this.#empty, this.#others].flatMap((best) => best.sorted().map(({ row }) => row));
  }

  #addOther(row: number, isStocked: boolean): void {
    if (!isStocked && !this.#query.outOfStock) return;
    this.#others.add({ row, key: this.#shops.at(row)?.id ?? 0, price: 0, id: 0 });
  }

  #fillKeys(rows: PageColumns, found: Uint16Array, count: number): void {
    const { sort, filter } = this.#query;
    const place = placeOf(filter);
    const [keys, sign] = [this.#keys, this.#sign];
    const byPrice = sort === 'price' || (sort === 'distance' && place === null);
    const { x: fromX, z: fromZ } = place ?? { x: 0, z: 0 };
    for (let index = 0; index < count; index++) {
      const at = found[index] ?? 0;
      if (byPrice) keys[index] = sign * unitPriceAt(rows, at);
      else if (sort === 'stock') keys[index] = -(rows.stocks[at] ?? 0);
      else {
        const scale = this.#scales[worldAt(rows, at)] ?? Number.NaN;
        const blocks = blocksBetween((rows.xs[at] ?? 0) * scale - fromX, (rows.zs[at] ?? 0) * scale - fromZ);
        keys[index] = Number.isNaN(blocks) ? UNREACHABLE_DISTANCE : blocks;
      }
    }
  }
}

function compareRanked(a: RankedRow, b: RankedRow): number {
  return a.key - b.key || a.price - b.price || a.id - b.id;
}
