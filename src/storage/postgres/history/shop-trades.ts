import type { Listing, ShopTrade } from '../../../market/my-shops/shop-trade.ts';
import type { TradePlace } from '../../../market/prices/trade-group.ts';
import type { Location } from '../../../market/shops/shop.ts';
import type { History } from '../../../ports/journal.ts';
import { inSlices } from '../../../time/cooperate.ts';
import { type PlaceRow, readPlace } from '../../mappers/goods-and-places.ts';
import type { UnreadableRows } from '../../mappers/record.ts';
import { readShopTrade, storedUuids } from '../../mappers/trade-row.ts';
import type { Queryable } from '../client.ts';
import { readStoredText, readStoredTextOrNull, storedText } from '../stored-text.ts';
import { LISTINGS, SHOP_TRADES, type ShopTradeRowWithPlace } from './sql.ts';

const TRADES_PER_SLICE = 500;

/** Reads the trades at the shops of one owner. Skips unreadable ones and logs them. */
function* readShopTrades(
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

/** Reads the trades of `History.shopTrades`. */
export async function queryShopTrades(
  db: Queryable,
  unreadable: UnreadableRows,
  ...[uuid, places, from, to]: Parameters<History['shopTrades']>
): Promise<readonly ShopTrade[]> {
  const axes = (['x', 'y', 'z'] as const).map((axis) => places.map((place) => place[axis]));
  const values = [uuidValues(uuid), from, to, ...axes, places.map(({ world }) => storedText(world))];
  const { rows } = await db.query<ShopTradeRowWithPlace>(SHOP_TRADES, values);
  return inSlices(readShopTrades(rows, unreadable));
}

/** Reads the listings of `History.listings`. */
export async function queryListings(
  db: Queryable,
  ...[uuid, from]: Parameters<History['listings']>
): Promise<readonly Listing[]> {
  const { rows } = await db.query<Location & Pick<Listing, 'at'>>(LISTINGS, [uuidValues(uuid), from]);
  return rows.map(({ at, world, ...place }) => ({ location: { ...place, world: readStoredText(world) }, at }));
}

/** Returns the forms of an owner's uuid in the column `owner`. */
function uuidValues(uuid: string): readonly string[] {
  return storedUuids(uuid).map(storedText);
}

export function readStoredPlace({ world, owner, owner_name, ...at }: PlaceRow): TradePlace {
  const owners = { owner: readStoredTextOrNull(owner), owner_name: readStoredTextOrNull(owner_name) };
  return readPlace({ ...at, ...owners, world: readStoredText(world) });
}
