import type { TradeGroup } from '../../market/prices/trade-group.ts';
import { Unreadable } from '../../stored/unreadable.ts';
import type { PlacesTable } from './places.ts';
import { bucketOf } from './trade-groups.ts';
import { type GroupRow, NO_PLACE, TRADE_KINDS } from './trade-row.ts';

/** The trades of a row, which are of the item `key`. @throws Unreadable */
export function readGroup(row: GroupRow, key: string, places: PlacesTable): TradeGroup {
  const [kind, place, unitPrice, trades, items, paid, lastAt] = row;
  const name = TRADE_KINDS[kind];
  if (name === undefined) throw new Unreadable('trades of an unknown kind');
  const where = place === NO_PLACE ? null : places.get(place);
  return { key, kind: name, at: bucketOf(lastAt), place: where, unitPrice, trades, items, paid, lastAt };
}
