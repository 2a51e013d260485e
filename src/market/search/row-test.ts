import { highestAtMost, lowestAtLeast } from '../prices/shown-price.ts';
import { blocksBetween } from '../shops/distance.ts';
import {
  ASK,
  BID,
  PAGE,
  type Rows,
  SPECIAL,
  STOCKS,
  unitPriceAt,
  WORLD_BIT,
  WORLD_BITS,
  worldAt,
  XS,
  ZS,
} from '../shops/shop-columns.ts';
import type { WorldNumbers } from '../shops/world-numbers.ts';
import type { OfferQuery } from './offer.ts';

/**
 * What the rows of shops tell of a query without item and owner, but for `notOwner`. The stock is that of the snapshot. Shops of unknown
 * kinds are found too.
 */
export class RowTest {
  /** Of the flags these bits, and what they must be. */
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
    const { world, x = Number.NaN, z = Number.NaN, within = Number.POSITIVE_INFINITY, enchantments = [] } = filter;
    const special = enchantments.length > 0 ? SPECIAL : 0;
    const side = query.side === 'buy' ? ASK : BID;
    this.#mask = side | special | (world === undefined ? 0 : WORLD_BITS);
    const number = world === undefined ? 0 : (worlds.find(world) ?? Number.NaN);
    this.#flags = side + special + number * 2 ** WORLD_BIT;
    // What is enchanted may stand in a container, at another price.
    const { minPrice, maxPrice } = special === 0 ? filter : {};
    this.#minPrice = minPrice === undefined ? Number.NEGATIVE_INFINITY : lowestAtLeast(minPrice);
    this.#maxPrice = maxPrice === undefined ? Number.POSITIVE_INFINITY : highestAtMost(maxPrice);
    this.#minStock = filter.minStock ?? Number.NEGATIVE_INFINITY;
    this.#x = x;
    this.#z = z;
    this.#within = within;
    this.#scales = worlds.scalesFrom(world);
  }

  /**
   * Puts into `found` where those rows stand that may answer.
   * @returns how many they are
   */
  find({ cells }: Rows, found: Uint16Array): number {
    let count = findFlags(cells, this.#mask, this.#flags, found);
    if (this.#minPrice > Number.NEGATIVE_INFINITY || this.#maxPrice < Number.POSITIVE_INFINITY)
      count = findPriced(cells, this.#minPrice, this.#maxPrice, found, count);
    const hasAll = this.#minStock === Number.NEGATIVE_INFINITY && this.#within === Number.POSITIVE_INFINITY;
    return hasAll ? count : this.#findStockedNear(cells, found, count);
  }

  #findStockedNear(cells: Float64Array, found: Uint16Array, count: number): number {
    const [x, z, within, scales] = [this.#x, this.#z, this.#within, this.#scales];
    const isAnywhere = within === Number.POSITIVE_INFINITY;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const at = found[index] ?? 0;
      if ((cells[STOCKS + at] ?? 0) < this.#minStock) continue;
      const scale = scales[worldAt(cells, at)] ?? Number.NaN;
      if (isAnywhere || blocksBetween((cells[XS + at] ?? 0) * scale - x, (cells[ZS + at] ?? 0) * scale - z) <= within)
        found[kept++] = at;
    }
    return kept;
  }
}

// Both without branches: which way they go nobody can guess, and each wrong guess costs more than all else.

function findFlags(cells: Float64Array, mask: number, asked: number, found: Uint16Array): number {
  let count = 0;
  for (let at = 0; at < PAGE; at++) {
    found[count] = at;
    count += Number(((cells[at] ?? 0) & mask) === asked);
  }
  return count;
}

/** Keeps of the first `count` that were found those of such a price. */
function findPriced(cells: Float64Array, least: number, most: number, found: Uint16Array, count: number): number {
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const at = found[index] ?? 0;
    const price = unitPriceAt(cells, at);
    found[kept] = at;
    kept += Number(price >= least) & Number(price <= most);
  }
  return kept;
}
