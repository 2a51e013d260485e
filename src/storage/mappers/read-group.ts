import { Unreadable } from '../../faults/unreadable.ts';
import { bucketOf, type TradeGroup, type TradePlace } from '../../market/prices/trade-group.ts';
import { type GroupRow, NO_PLACE, TRADE_KINDS } from './trade-row.ts';

/**
 * The trades of a row, which are of the item `key`.
 * @param placeOf what a place's number stands for
 * @throws Unreadable
 */
export function readGroup(row: GroupRow, key: string, placeOf: (id: number) => TradePlace): TradeGroup {
  const [kind, place, unitPrice, trades, items, paid, lastAt] = row;
  const name = TRADE_KINDS[kind];
  if (name === undefined) throw new Unreadable('trades of an unknown kind');
  const where = place === NO_PLACE ? null : placeOf(place);
  return { key, kind: name, at: bucketOf(lastAt), place: where, unitPrice, trades, items, paid, lastAt };
}
