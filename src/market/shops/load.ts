import { changedShop, type ShopChange } from '../change.ts';
import { Market } from '../market.ts';
import type { OtherNamesOfType } from '../search/catalogue-entry.ts';
import { Comparison, type Differences } from './comparison.ts';
import { withUnknownItem } from './fill-unknowns.ts';
import type { Shop } from './shop.ts';
import { indexShops } from './shop-index.ts';
import { ShopTable } from './shop-table.ts';
import { eachInSlices, sortInSlices } from './slices.ts';
import type { ReplacedRecord, SavedSnapshot, Snapshot } from './snapshot.ts';

/** Limits the removals in a snapshot that is not doubted: 20 shops, or a tenth of all if that is more. */
const UNDOUBTED_REMOVALS = { shops: 20, share: 0.1 };
/** Limits the new shops that are reported one by one. More than 100, and a tenth of the known ones, are a flood. */
const FLOOD_THRESHOLD = { shops: 100, share: 0.1 };

/** The market of a snapshot, with its differences from the previous one. */
export interface LoadedMarket {
  readonly market: Market;
  /** New shops first, then changed ones, then removed ones; each group sorted by id. */
  readonly changes: readonly ShopChange[];
  /** Whether there are so many new shops that each feed and watch gets a single notice for all of them. */
  readonly isFlood: boolean;
  /** Ids that occur in several records of the snapshot. */
  readonly repeatedIds: readonly number[];
  readonly saved: SavedSnapshot;
}

/**
 * Makes the market of a snapshot and its changes since `previous`; without `previous`, nothing changed. Yields often.
 * `previous` may receive events meanwhile and is not modified. Every change carries the time of the snapshot.
 *
 * A shop is the same as before if place, owner, side and item are, whatever its id (see `pairShops`). Among records
 * with one id, the one most similar to the previous market counts, else the first. A record that is the same object as
 * before has not changed.
 *
 * A snapshot that lacks many shops or had records quarantined is doubted. A shop it lacks is removed only if the next
 * snapshot lacks it too, and is not new if it returns.
 *
 * A record that an older reader rejected is not new in the first snapshot after that reader's. A shop without a bundle
 * is listed with its first stock, and `isFlood` ignores it until then.
 * @param otherNames additional names by which types are found, always the same
 */
export function* loadMarket(
  previous: Market | null,
  snapshot: Snapshot,
  otherNames?: OtherNamesOfType,
): Generator<void, LoadedMarket> {
  const { shops: read, takenAt, missing: lackedBefore = [], isOfOlderReader = false } = snapshot;
  const { table, isNew, differences, filled, repeatedIds } = yield* compareSnapshot(previous, snapshot);
  const index = yield* indexShops(table, isNew, previous?.index ?? null, otherNames);
  const { listed, changed, lacking } = differences;
  const known = previous?.shops.length ?? 0;
  const isDoubted = isDoubtful(snapshot, lacking.length, known);
  const gone = isDoubted ? differences.stillMissing : differences.stillMissing.concat(lacking);
  const removed = gone.map((before): ShopChange => ({ kind: 'removed', at: takenAt, before }));
  for (const news of [listed, changed, removed])
    yield* sortInSlices(news, (a, b) => changedShop(a).id - changedShop(b).id);
  const kept = previous?.isOfOlderReader === true ? lacking.map(withUnknownItem) : lacking;
  const missing = previous === null ? lackedBefore : isDoubted ? kept : [];
  return {
    market: new Market(index, takenAt, read.length - table.length, mapById(missing), isOfOlderReader),
    // Spreading lists of 100,000 entries blocks the event loop for 20 ms.
    changes: (listed as ShopChange[]).concat(changed, removed),
    isFlood: listed.length > FLOOD_THRESHOLD.shops && listed.length > known * FLOOD_THRESHOLD.share,
    repeatedIds,
    saved: { takenAt, filled, missing },
  };
}

/**
 * Makes the market of a saved snapshot unchanged, without a comparison.
 * @param before the market that this process showed before; its items stay findable
 */
export function* restoreMarket(
  { shops, takenAt, missing = [], isOfOlderReader = false }: Snapshot,
  before: Market | null,
  otherNames?: OtherNamesOfType,
): Generator<void, Market> {
  const table = new ShopTable(shops.length);
  const isNew = new Uint8Array(shops.length);
  const known = new ShopsBefore(before);
  yield* eachInSlices(shops, (shop) => {
    const at = table.add(shop);
    if (at >= 0 && !known.has(shop)) isNew[at] = 1;
  });
  const index = yield* indexShops(table, isNew, before?.index ?? null, otherNames);
  return new Market(index, takenAt, shops.length - table.length, mapById(missing), isOfOlderReader);
}

/** Checks for shops of the previous market, fastest if they are requested in that market's order. */
class ShopsBefore {
  readonly #shops: ShopTable | null;
  #next = 0;

  constructor(market: Market | null) {
    this.#shops = market?.index.shops ?? null;
  }

  /** Whether the previous market holds this same object. */
  has(shop: Shop): boolean {
    const shops = this.#shops;
    if (shops === null) return false;
    if (shops.at(this.#next) !== shop) {
      const row = shops.rowOf(shop.id);
      if (shops.at(row) !== shop) return false;
      this.#next = row;
    }
    this.#next += 1;
    return true;
  }
}

function isDoubtful({ quarantined = 0 }: Snapshot, lacking: number, known: number): boolean {
  return quarantined > 0 || lacking > Math.max(UNDOUBTED_REMOVALS.shops, known * UNDOUBTED_REMOVALS.share);
}

function mapById(shops: readonly Shop[]): ReadonlyMap<number, Shop> {
  return new Map(shops.map((shop) => [shop.id, shop] as const));
}

/** The shops of a snapshot as they go into the market, with their differences from the previous one. */
interface ComparedSnapshot {
  readonly table: ShopTable;
  /** By row of the table: 0 if the shop is the same object as in the previous market. */
  readonly isNew: Uint8Array;
  readonly differences: Differences;
  readonly filled: readonly ReplacedRecord[];
  readonly repeatedIds: readonly number[];
}

function* compareSnapshot(
  previous: Market | null,
  { shops: read, takenAt }: Snapshot,
): Generator<void, ComparedSnapshot> {
  const comparison = new Comparison(previous, takenAt);
  const table = new ShopTable(read.length);
  /** By row of the table, the row of the source record. */
  const recordRows = new Int32Array(read.length);
  const isNew = new Uint8Array(read.length);
  const known = new ShopsBefore(previous);
  let unchanged = 0;
  const filled: ReplacedRecord[] = [];
  const repeated: RepeatedRecord[] = [];
  let row = -1;
  yield* eachInSlices(read, (record) => {
    row += 1;
    const at = table.add(record);
    if (at < 0) return void repeated.push({ record, row });
    recordRows[at] = row;
    if (known.has(record)) {
      unchanged += 1;
      return;
    }
    isNew[at] = 1;
    const shop = comparison.take(record);
    if (shop === null || shop === record) return;
    table.replace(shop);
    filled.push({ row, shop });
  });
  const repeatedIds = yield* chooseRepeated(repeated, { table, isNew, recordRows, read, comparison });
  const gone: Shop[] = [];
  if (previous !== null && unchanged < previous.shops.length) {
    yield* eachInSlices(previous.shops, (shop) => {
      if (!table.has(shop.id)) gone.push(shop);
    });
  }
  const differences = yield* comparison.pair(gone, (record, shop, before) => {
    if (before !== undefined) previous?.index.formerNames.note(before.owner, shop.owner);
    if (shop === record) return;
    table.replace(shop);
    filled.push({ row: recordRows[table.rowOf(shop.id)] ?? 0, shop });
  });
  if (repeatedIds.length === 0) return { table, isNew, differences, filled, repeatedIds };
  // The saved records alone do not show which record of an id was chosen.
  const chosen = new Set(repeatedIds);
  const withChosen: ReplacedRecord[] = [];
  yield* eachInSlices(filled, (one) => {
    if (!chosen.has(one.shop.id)) withChosen.push(one);
  });
  yield* eachInSlices(repeatedIds, (id) => {
    const shop = table.get(id);
    if (shop !== undefined) withChosen.push({ row: recordRows[table.rowOf(id)] ?? 0, shop });
  });
  return { table, isNew, differences, filled: withChosen, repeatedIds };
}

/** A record whose id an earlier record has. */
interface RepeatedRecord {
  readonly record: Shop;
  readonly row: number;
}

/**
 * Chooses one of the records with each repeated id, independent of their order, so that the market does not change back
 * and forth with it. Yields often, since a service may repeat every record.
 * @returns the repeated ids
 */
function* chooseRepeated(
  repeated: readonly RepeatedRecord[],
  {
    table,
    isNew,
    recordRows,
    read,
    comparison,
  }: Pick<ComparedSnapshot, 'table' | 'isNew'> & {
    recordRows: Int32Array;
    read: readonly Shop[];
    comparison: Comparison;
  },
): Generator<void, readonly number[]> {
  const instead: Shop[] = [];
  const mapById = new Map<number, RepeatedRecord[]>();
  yield* eachInSlices(repeated, (one) => {
    const same = mapById.get(one.record.id);
    if (same === undefined) mapById.set(one.record.id, [one]);
    else same.push(one);
  });
  yield* eachInSlices(mapById, ([id, later]) => {
    const at = table.rowOf(id);
    const first = { record: read[recordRows[at] ?? 0], row: recordRows[at] ?? 0 };
    if (first.record === undefined) return;
    const records = [first.record, ...later.map(({ record }) => record)] as const;
    const chosen = records.indexOf(comparison.closest(records));
    const { record, row } = later[chosen - 1] ?? first;
    if (record === undefined || row === first.row) return;
    recordRows[at] = row;
    isNew[at] = 1;
    table.replace(record);
    instead.push(record);
  });
  yield* comparison.retake(instead);
  return [...mapById.keys()];
}
