import { ASK, BID, type Rows, SPECIAL, WORLD_BIT } from '../shops/shop-columns.ts';
import type { WorldNumbers } from '../shops/world-numbers.ts';
import { blocksBetween } from './match.ts';
import type { OfferQuery } from './offer.ts';

/** What the rows of shops tell of a query without item and owner, but for `notOwner`. The stock is that of the snapshot. Finds those of unknown kinds too. */
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

  constructor(query: OfferQuery, worlds: WorldNumbers) {
    const { filter } = query;
    const { world, x = Number.NaN, z = Number.NaN, within = Number.POSITIVE_INFINITY, enchantments = [] } = filter;
    const special = enchantments.length > 0 ? SPECIAL : 0;
    const side = query.side === 'buy' ? ASK : BID;
    this.#mask = side | special | (world === undefined ? 0 : -1 << WORLD_BIT);
    const number = world === undefined ? 0 : (worlds.find(world) ?? Number.NaN);
    this.#flags = side + special + number * 2 ** WORLD_BIT;
    // What is enchanted may stand in a container, at another price.
    const { minPrice, maxPrice } = special === 0 ? filter : {};
    this.#minPrice = minPrice ?? Number.NEGATIVE_INFINITY;
    this.#maxPrice = maxPrice ?? Number.POSITIVE_INFINITY;
    this.#minStock = (query.side === 'buy' ? filter.minStock : undefined) ?? Number.NEGATIVE_INFINITY;
    this.#x = x;
    this.#z = z;
    this.#within = within;
  }

  /**
   * Puts into `found` where those rows stand that may answer.
   * @returns how many they are
   */
  find({ flags, prices, stocks, xs, zs }: Rows, found: Uint16Array): number {
    let count = findFlags(flags, this.#mask, this.#flags, found);
    if (this.#minPrice > Number.NEGATIVE_INFINITY || this.#maxPrice < Number.POSITIVE_INFINITY)
      count = narrow(found, count, prices, this.#minPrice, this.#maxPrice);
    if (this.#minStock > Number.NEGATIVE_INFINITY)
      count = narrow(found, count, stocks, this.#minStock, Number.POSITIVE_INFINITY);
    if (this.#within === Number.POSITIVE_INFINITY) return count;
    let near = 0;
    for (let index = 0; index < count; index++) {
      const at = found[index] ?? 0;
      if (blocksBetween((xs[at] ?? 0) - this.#x, (zs[at] ?? 0) - this.#z) <= this.#within) found[near++] = at;
    }
    return near;
  }
}

// Both without branches: which way they go nobody can guess, and each wrong guess costs more than all else.

function findFlags(flags: Uint16Array, mask: number, asked: number, found: Uint16Array): number {
  let count = 0;
  for (let at = 0; at < flags.length; at++) {
    found[count] = at;
    count += Number(((flags[at] ?? 0) & mask) === asked);
  }
  return count;
}

/** Keeps of the first `count` that were found those whose value is between the two. */
function narrow(
  found: Uint16Array,
  count: number,
  values: Rows['prices'] | Rows['stocks'],
  least: number,
  most: number,
): number {
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const at = found[index] ?? 0;
    const value = values[at] ?? 0;
    found[kept] = at;
    kept += Number(value >= least) & Number(value <= most);
  }
  return kept;
}
