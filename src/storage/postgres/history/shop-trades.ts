import type { Listing, ShopTrade } from '../../../market/my-shops/shop-trade.ts';
import type { TradePlace } from '../../../market/prices/trade-group.ts';
import type { Location } from '../../../market/shops/shop.ts';
import { type PlaceRow, readPlace } from '../../mappers/goods-and-places.ts';
import type { UnreadableRows } from '../../mappers/record.ts';
import { readShopTrade, storedUuids } from '../../mappers/trade-row.ts';
import { readStoredText, readStoredTextOrNull, storedText } from '../stored-text.ts';
import type { ShopTradeRowWithPlace } from './sql.ts';

const TRADES_PER_SLICE = 500;

/** Reads the trades at the shops of one owner. Skips unreadable ones and logs them. */
export function* readShopTrades(
  rows: readonly ShopTradeRowWithPlace[],
  unreadable: UnreadableRows,
): Generator<void, ShopTrade[]> {
  const found: ShopTrade[] = [];
  for (const [index, { x, y, z, world, owner, ownerName, ...row }] of rows.entries()) {
    try {
      const place = readStoredPlace({ x, y, z, world, owner, owner_name: ownerName });
      found.push(readShopTrade({ ...row, key: readStoredText(row.key), type: readStoredText(row.type) }, place));
    } catch (error) {
      unreadable.note(`trades of ${row.key}`, error);
    }
    if (index % TRADES_PER_SLICE === 0) yield;
  }
  unreadable.logNoted('Trades unreadable, skipped');
  return found;
}

/** Returns the forms of an owner's uuid in the column `owner`. */
export function uuidValues(uuid: string): readonly string[] {
  return storedUuids(uuid).map(storedText);
}

export type ListingRow = Location & Pick<Listing, 'at'>;

export function readListing({ at, world, ...place }: ListingRow): Listing {
  return { location: { ...place, world: readStoredText(world) }, at };
}

export function readStoredPlace({ world, owner, owner_name, ...at }: PlaceRow): TradePlace {
  const owners = { owner: readStoredTextOrNull(owner), owner_name: readStoredTextOrNull(owner_name) };
  return readPlace({ ...at, ...owners, world: readStoredText(world) });
}
