import type { Trade } from '../change.ts';
import type { Market } from '../market.ts';
import type { Location, Shop } from './shop.ts';
import { isSamePlace } from './shops-by-place.ts';
import { type StockUnit, wireStockOf } from './stock.ts';
import type { StockCase } from './stock-evidence.ts';

/** The service serves a snapshot that may be so old. A trade nearer to a fetch may be in it or not. */
const CACHED_MS = 30_000;
/** Trades between two snapshots; a live service has 119 events in its busiest hour. More are no base for a case. */
const MOST_TRADES = 10_000;

interface Heard {
  readonly trade: Trade;
  readonly at: number;
}

type Taken = Pick<Market, 'shopsAt'>;

/** A case that later trades may still spoil. */
interface OpenCase extends StockCase {
  readonly location: Location;
}

/**
 * Finds cases that show whether the service's stock counts bundles or items. All times are when Crier heard or asked,
 * epoch ms. A case waits until the snapshot after its second one, as trades shortly after a fetch spoil it as well.
 */
export class StockCases {
  readonly #setting: StockUnit;
  #upSince: number | null = null;
  #trades: Heard[] = [];
  #last: { readonly market: Taken; readonly at: number } | null = null;
  #open: { readonly cases: readonly OpenCase[]; readonly at: number } | null = null;

  /** `setting`: the unit in which the stock was read. */
  constructor(setting: StockUnit) {
    this.#setting = setting;
  }

  /** The stream is up. */
  up(at: number): void {
    this.#upSince = at;
  }

  /** The stream is down: trades may be missing. */
  down(): void {
    this.#upSince = null;
    this.#forget();
  }

  hear(trade: Trade, at: number): void {
    if (this.#trades.length === MOST_TRADES) this.#forget();
    this.#trades.push({ trade, at });
  }

  /** The service has confirmed the last snapshot. Trades before that spoil their places. */
  confirm(at: number): void {
    if (this.#last !== null) this.#last = { ...this.#last, at };
  }

  /**
   * Takes in a snapshot that was asked for at `at`.
   * @returns the cases that the two snapshots before make
   */
  take(market: Taken, at: number): readonly StockCase[] {
    const found = this.#confirmed();
    const from = this.#last;
    const isHeard = from !== null && this.#upSince !== null && this.#upSince <= from.at - CACHED_MS;
    this.#open = isHeard ? { cases: this.#between(from.market, from.at, market, at), at } : null;
    this.#last = { market, at };
    this.#trades = this.#trades.filter((heard) => heard.at >= at - CACHED_MS);
    return found;
  }

  #confirmed(): readonly StockCase[] {
    if (this.#open === null) return [];
    const { cases, at } = this.#open;
    const spoiling = this.#trades.filter((heard) => Math.abs(heard.at - at) < CACHED_MS);
    return cases
      .filter(({ location }) => !spoiling.some(({ trade }) => isSamePlace(trade.location, location)))
      .map(({ owner, fits }) => ({ owner, fits }));
  }

  #between(before: Taken, from: number, after: Taken, until: number): readonly OpenCase[] {
    const byPlace = Map.groupBy(this.#trades, ({ trade: { location } }) => JSON.stringify(placeOf(location)));
    return [...byPlace.values()].flatMap((heard) => {
      const [first] = heard;
      const isClear = heard.every(({ at }) => at >= from + CACHED_MS && at <= until - CACHED_MS);
      if (first === undefined || !isClear) return [];
      const { location } = first.trade;
      const [was, ...others] = before.shopsAt(location);
      const [is, ...more] = after.shopsAt(location);
      if (was === undefined || is === undefined || others.length + more.length > 0) return [];
      const fits = this.#unitOf(
        was,
        is,
        heard.map(({ trade }) => trade),
      );
      return fits === null ? [] : [{ owner: is.owner.uuid, fits, location }];
    });
  }

  /**
   * The one unit in which the stock fell by the bought count. Null if in neither, or if the shop or a trade does not
   * qualify.
   */
  #unitOf(was: Shop, is: Shop, trades: readonly Trade[]): StockUnit | null {
    const { quantity } = is.item;
    if (is.side !== 'ask' || quantity < 2 || !offersSame(was, is)) return null;
    if (!trades.every((trade) => isAtSign(trade, is))) return null;
    const [before, after] = [was, is].map(({ remaining }) => wireStockOf(remaining, quantity, this.#setting));
    if (before === undefined || after === undefined || before < 1 || after < 1) return null;
    const moved = trades.reduce((sum, trade) => sum + trade.moved, 0);
    const fall = before - after;
    if (fall * quantity === moved) return 'bundles';
    return fall === moved ? 'items' : null;
  }

  #forget(): void {
    this.#trades = [];
    this.#last = null;
    this.#open = null;
  }
}

function offersSame(was: Shop, is: Shop): boolean {
  return (
    was.owner.uuid === is.owner.uuid &&
    was.side === is.side &&
    was.price === is.price &&
    was.item.quantity === is.item.quantity &&
    was.item.identity.key === is.item.identity.key
  );
}

/** Bought there, at the sign's own price and count. */
function isAtSign({ kind, item, sign }: Trade, shop: Shop): boolean {
  const { identity, quantity } = shop.item;
  if (kind !== 'purchase' || sign === null || item.identity.type !== identity.type) return false;
  const isSame = identity.variant === null || item.identity.key === identity.key;
  return isSame && sign.price === shop.price && sign.amount === quantity;
}

function placeOf({ x, y, z, world }: Location) {
  return [x, y, z, world];
}
