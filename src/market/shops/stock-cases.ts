import type { Trade } from '../change.ts';
import type { Market } from '../market.ts';
import type { Location, Shop } from './shop.ts';
import { isSamePlace } from './shops-by-place.ts';
import { type StockUnit, wireStockOf } from './stock.ts';
import type { StockCase } from './stock-evidence.ts';

/**
 * A trade within this time of a fetch may be missing from the snapshot. The service may answer from a cache this old.
 */
const MAX_SNAPSHOT_AGE_MS = 30_000;
/**
 * Maximum number of trades kept between two snapshots. A live service has 119 events in its busiest hour, so more of
 * them are no reliable basis.
 */
const MOST_KEPT_TRADES = 10_000;

interface ReceivedTrade {
  readonly trade: Trade;
  readonly at: number;
}

type SnapshotShops = Pick<Market, 'shopsAt'>;

/** A case that later trades may still invalidate. */
interface OpenCase extends StockCase {
  readonly location: Location;
}

/**
 * Finds cases that show whether the service's stock counts bundles or items. All times are when Crier received or
 * requested data, epoch ms. A case is reported with the snapshot after its second one, because trades shortly after a
 * fetch invalidate it too.
 */
export class StockCases {
  readonly #setting: StockUnit;
  #upSince: number | null = null;
  #trades: ReceivedTrade[] = [];
  #last: { readonly market: SnapshotShops; readonly at: number } | null = null;
  #open: { readonly cases: readonly OpenCase[]; readonly at: number } | null = null;

  /** @param setting the unit in which the stock was read */
  constructor(setting: StockUnit) {
    this.#setting = setting;
  }

  streamUp(at: number): void {
    this.#upSince = at;
  }

  /** Records that the stream is down, so trades may be missing. */
  streamDown(): void {
    this.#upSince = null;
    this.#forget();
  }

  recordTrade(trade: Trade, at: number): void {
    if (this.#trades.length === MOST_KEPT_TRADES) this.#forget();
    this.#trades.push({ trade, at });
  }

  /** Records that the service confirmed the last snapshot at `at`. Places with earlier trades then give no case. */
  confirm(at: number): void {
    if (this.#last !== null) this.#last = { ...this.#last, at };
  }

  /**
   * Compares a snapshot requested at `at` with the previous one.
   * @returns the confirmed cases of the two snapshots before this one
   */
  take(market: SnapshotShops, at: number): readonly StockCase[] {
    const found = this.#confirmed();
    const from = this.#last;
    const isCovered = from !== null && this.#upSince !== null && this.#upSince <= from.at - MAX_SNAPSHOT_AGE_MS;
    this.#open = isCovered ? { cases: this.#between(from.market, from.at, market, at), at } : null;
    this.#last = { market, at };
    this.#trades = this.#trades.filter((one) => one.at >= at - MAX_SNAPSHOT_AGE_MS);
    return found;
  }

  #confirmed(): readonly StockCase[] {
    if (this.#open === null) return [];
    const { cases, at } = this.#open;
    const spoiling = this.#trades.filter((one) => Math.abs(one.at - at) < MAX_SNAPSHOT_AGE_MS);
    return cases
      .filter(({ location }) => !spoiling.some(({ trade }) => isSamePlace(trade.location, location)))
      .map(({ owner, fits }) => ({ owner, fits }));
  }

  #between(before: SnapshotShops, from: number, after: SnapshotShops, until: number): readonly OpenCase[] {
    const byPlace = Map.groupBy(this.#trades, ({ trade: { location } }) => JSON.stringify(placeParts(location)));
    return [...byPlace.values()].flatMap((trades) => {
      const [first] = trades;
      const isClear = trades.every(({ at }) => at >= from + MAX_SNAPSHOT_AGE_MS && at <= until - MAX_SNAPSHOT_AGE_MS);
      if (first === undefined || !isClear) return [];
      const { location } = first.trade;
      const [was, ...others] = before.shopsAt(location);
      const [is, ...more] = after.shopsAt(location);
      if (was === undefined || is === undefined || others.length + more.length > 0) return [];
      const fits = this.#unitOf(
        was,
        is,
        trades.map(({ trade }) => trade),
      );
      return fits === null ? [] : [{ owner: is.owner.uuid, fits, location }];
    });
  }

  /**
   * Returns the unit in which the stock fell by the number of bought items, or null if neither fits or the shop or a
   * trade does not qualify.
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

/** Whether the trade is a purchase at the sign's own price and amount. */
function isAtSign({ kind, item, sign }: Trade, shop: Shop): boolean {
  const { identity, quantity } = shop.item;
  if (kind !== 'purchase' || sign === null || item.identity.type !== identity.type) return false;
  const isSame = identity.variant === null || item.identity.key === identity.key;
  return isSame && sign.price === shop.price && sign.amount === quantity;
}

function placeParts({ x, y, z, world }: Location) {
  return [x, y, z, world];
}
