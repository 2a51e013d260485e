import type { DatabaseSync } from 'node:sqlite';
import type { ShopTrade } from '../../../market/my-shops/shop-trade.ts';
import type { Location } from '../../../market/shops/shop.ts';
import { eachInSlices, sortInSlices } from '../../../market/shops/slices.ts';
import { DAY_MS } from '../../../time/durations.ts';
import type { UnreadableRows } from '../../mappers/record.ts';
import { readShopTrade, type ShopTradeRow } from '../../mappers/trade-row.ts';
import type { PlacesTable } from '../id-tables.ts';
import { type Query, query } from '../sql.ts';

const STEP_MS = 10 * DAY_MS;

/** Trades at the shops of one owner. */
export class ShopTrades {
  readonly #ofPlace: Query<ShopTradeRow>;
  readonly #places: PlacesTable;
  readonly #unreadable: UnreadableRows;

  constructor(db: DatabaseSync, places: PlacesTable, unreadable: UnreadableRows) {
    this.#places = places;
    this.#unreadable = unreadable;
    this.#ofPlace = query<ShopTradeRow>(
      db,
      `SELECT at, kind, count, paid, key, type FROM trades JOIN items ON items.id = item
       WHERE place = ? AND at >= ? AND at < ?`,
    );
  }

  /** See `History.shopTrades`. */
  *of(uuid: string, places: readonly Location[], from: number, to: number): Generator<void, ShopTrade[]> {
    const found: ShopTrade[] = [];
    for (const place of yield* this.#placesOf(uuid, places)) {
      for (let at = from; at < to; at += STEP_MS) {
        for (const row of this.#ofPlace.all(place, at, Math.min(to, at + STEP_MS))) {
          try {
            found.push(readShopTrade(row, this.#places.get(place)));
          } catch (error) {
            this.#unreadable.note(`trades of ${row.key}`, error);
          }
        }
        yield;
      }
    }
    this.#unreadable.logNoted('Trades unreadable, skipped');
    yield* sortInSlices(found, (a, b) => a.at - b.at);
    return found;
  }

  /** Returns the ids of an owner's places, and of the same positions and the given ones without an owner. */
  *#placesOf(uuid: string, places: readonly Location[]): Generator<void, Set<number>> {
    const ids = new Set(this.#places.ofOwner(uuid));
    yield* eachInSlices(places, (location) => {
      for (const id of this.#places.ownerless(location)) ids.add(id);
    });
    return ids;
  }
}
