import { blocksBetween } from '../shops/distance.ts';
import { ASK, BID, IN_STOCK, PAGE, type Rows, STOCKS, unitPriceAt, worldAt, XS, ZS } from '../shops/shop-columns.ts';
import type { ShopIndex } from '../shops/shop-index.ts';
import type { ShopTable } from '../shops/shop-table.ts';
import { BestOf } from './best-of.ts';
import type { OfferQuery } from './offer.ts';
import { MOST_OTHERS, NO_WAY } from './offer-list.ts';

const OTHER = ASK | BID;

/** A row, and what decides where it stands in the order of a query: the least `key` first, then the least `price`, then the id. */
interface RankedRow {
  readonly row: number;
  readonly key: number;
  readonly price: number;
  readonly id: number;
}

/**
 * Counts the rows that answer a query, and keeps the first so many of its order: of those in stock, of the empty ones, and of those of
 * unknown kinds.
 */
export class RowList {
  readonly #query: OfferQuery;
  readonly #shops: ShopTable;
  /** A higher price is first where the sign is below 0. */
  readonly #sign: number;
  readonly #stocked: BestOf<RankedRow>;
  readonly #empty: BestOf<RankedRow>;
  readonly #others = new BestOf<RankedRow>(MOST_OTHERS, inOrder);
  readonly #keys = new Float64Array(PAGE);
  readonly #scales: Float64Array;
  #stockedCount = 0;
  #emptyCount = 0;

  constructor(query: OfferQuery, limit: number, { shops, columns: { worlds } }: Pick<ShopIndex, 'shops' | 'columns'>) {
    this.#query = query;
    this.#shops = shops;
    this.#scales = worlds.scalesFrom(query.filter.world);
    this.#sign = query.side === 'buy' ? 1 : -1;
    this.#stocked = new BestOf(limit, inOrder);
    this.#empty = new BestOf(limit, inOrder);
  }

  get stockedCount(): number {
    return this.#stockedCount;
  }

  get emptyCount(): number {
    return this.#emptyCount;
  }

  /** The first `count` of `found` tell where they stand in the rows of a page, whose first is the row `first`. */
  add({ cells }: Rows, found: Uint16Array, count: number, first: number): void {
    this.#fillKeys(cells, found, count);
    const keys = this.#keys;
    const most = this.#stocked.last?.key ?? Number.POSITIVE_INFINITY;
    const listsEmpty = this.#query.outOfStock || this.#query.side === 'sell';
    const mostOfEmpty = listsEmpty ? (this.#empty.last?.key ?? Number.POSITIVE_INFINITY) : Number.NaN;
    for (let index = 0; index < count; index++) {
      const at = found[index] ?? 0;
      const bits = cells[at] ?? 0;
      const isStocked = (bits & IN_STOCK) !== 0;
      if ((bits & OTHER) === OTHER) {
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
        price: this.#sign * unitPriceAt(cells, at),
        id: this.#shops.at(first + at)?.id ?? 0,
      };
      (isStocked ? this.#stocked : this.#empty).add(ranked);
    }
  }

  /** The rows that are kept. */
  first(): readonly number[] {
    return [this.#stocked, this.#empty, this.#others].flatMap((best) => best.sorted().map(({ row }) => row));
  }

  /** Shops of an unknown kind. */
  #addOther(row: number, isStocked: boolean): void {
    if (!isStocked && !this.#query.outOfStock) return;
    this.#others.add({ row, key: this.#shops.at(row)?.id ?? 0, price: 0, id: 0 });
  }

  #fillKeys(cells: Float64Array, found: Uint16Array, count: number): void {
    const { sort, filter } = this.#query;
    const { x, z } = filter;
    const [keys, sign] = [this.#keys, this.#sign];
    const byPrice = sort === 'price' || (sort === 'distance' && (x === undefined || z === undefined));
    const [fromX, fromZ] = [x ?? 0, z ?? 0];
    for (let index = 0; index < count; index++) {
      const at = found[index] ?? 0;
      if (byPrice) keys[index] = sign * unitPriceAt(cells, at);
      else if (sort === 'stock') keys[index] = -(cells[STOCKS + at] ?? 0);
      else {
        const scale = this.#scales[worldAt(cells, at)] ?? Number.NaN;
        const blocks = blocksBetween((cells[XS + at] ?? 0) * scale - fromX, (cells[ZS + at] ?? 0) * scale - fromZ);
        keys[index] = Number.isNaN(blocks) ? NO_WAY : blocks;
      }
    }
  }
}

function inOrder(a: RankedRow, b: RankedRow): number {
  return a.key - b.key || a.price - b.price || a.id - b.id;
}
