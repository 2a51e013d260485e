import type { Change } from '../../../market/change.ts';
import { bucketOf } from '../../../market/prices/trade-group.ts';
import type { Routed } from '../../../routing/notice.ts';
import { type ChangeRow, COLUMNS } from '../../mappers/change-row.ts';
import { writeChange } from '../../mappers/changes.ts';
import { NO_PLACE, type TradeRow, writeTrade } from '../../mappers/trade-row.ts';
import { enqueueValues } from '../outbox/enqueue.ts';
import { storedTextOrNull } from '../text.ts';
import type { Numbers } from './numbers.ts';

export interface GroupRows {
  readonly changes: readonly ChangeRow[];
  /** `change`: the position of its change. */
  readonly trades: readonly (TradeRow & { readonly change: number })[];
}

/** What changes are written as; numbers that are not known are noted in `numbers`. */
export function rowsOf(changes: readonly Change[], numbers: Numbers): GroupRows {
  return {
    changes: changes.map((change) => writeChange(change, numbers.at(change.at))),
    trades: changes.flatMap((change, index) => {
      if (change.kind !== 'traded' && change.kind !== 'auctioned') return [];
      const place = numbers.placeOfTrade.bind(numbers);
      return { ...writeTrade(change, { ...numbers.at(change.at), place }), change: index };
    }),
  };
}

/** Beside the rows of changes: the number of the first, and when each was heard, epoch ms; null: it comes of a snapshot. */
interface OfChanges {
  readonly firstSeq: number;
  readonly heardAts: readonly (number | null)[];
}

/** The values of RECORD after the first two. */
export function groupValues(
  rows: GroupRows,
  { firstSeq, heardAts }: OfChanges,
  notices: readonly Routed[],
  now: number,
): unknown[] {
  return [
    rows.changes.map((_, index) => firstSeq + index),
    heardAts,
    ...COLUMNS.map((column) => rows.changes.map((row) => columnOf(row[column]))),
    ...tradeColumns(rows.trades, firstSeq),
    ...sumColumns(rows.trades),
    ...enqueueValues(notices, now),
  ];
}

function columnOf(value: number | string | null): unknown {
  return typeof value === 'string' ? storedTextOrNull(value) : value;
}

function tradeColumns(trades: GroupRows['trades'], firstSeq: number): unknown[][] {
  const pick = (of: (trade: GroupRows['trades'][number]) => unknown) => trades.map(of);
  return [
    pick(({ change }) => firstSeq + change),
    pick(({ item }) => item),
    pick(({ at }) => at),
    pick(({ kind }) => kind),
    pick(({ count }) => count),
    pick(({ paid }) => paid),
    pick(({ place }) => place),
  ];
}

/** Two of a group with the same key cannot be written by one statement: they are summed up first. */
function sumColumns(trades: readonly TradeRow[]): unknown[][] {
  const sums = new Map<string, (number | bigint)[]>();
  for (const { item, at, kind, place, count, paid } of trades) {
    const key = [item, bucketOf(at), kind, place ?? NO_PLACE, paid / count] as const;
    const known = sums.get(key.join(' '));
    if (known === undefined) sums.set(key.join(' '), [...key, 1, count, paid, at]);
    else add(known as number[], count, paid, at);
  }
  const rows = [...sums.values()];
  const COLUMNS_OF_SUMS = 9;
  return Array.from({ length: COLUMNS_OF_SUMS }, (_, column) => rows.map((row) => row[column]));
}

function add(row: number[], count: number, paid: number, at: number): void {
  const [trades = 0, items = 0, sum = 0, lastAt = at] = row.slice(5);
  row.splice(5, 4, trades + 1, items + count, sum + paid, Math.max(lastAt, at));
}
