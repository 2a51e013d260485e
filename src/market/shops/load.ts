import { type ShopChange, shopOf } from '../change.ts';
import { Market } from '../market.ts';
import type { OtherNames } from '../search/catalogue-entry.ts';
import { Comparison, type Differences } from './comparison.ts';
import { withUnknownItem } from './fill-unknowns.ts';
import type { Shop } from './shop.ts';
import { indexShops } from './shop-index.ts';
import { ShopTable } from './shop-table.ts';
import { eachInSlices, sortInSlices } from './slices.ts';
import type { FilledRow, SavedSnapshot, Snapshot } from './snapshot.ts';

/** So many shops may be gone at once before that is doubted: this many, or this share of all. */
const FEW_GONE = { shops: 20, share: 0.1 };
/** So many new shops at once, and so large a share of the known ones, are reported together: see `Loaded.isFlood`. */
const FLOOD = { shops: 100, share: 0.1 };

/** The market that a snapshot makes, with its differences to the one before. */
export interface Loaded {
  readonly market: Market;
  /** New shops first, then changed ones, then those that are gone; each in the order of the shops' ids. */
  readonly changes: readonly ShopChange[];
  /** So many shops are new at once that each feed and watch is notified of them together. */
  readonly isFlood: boolean;
  /** Ids that several records of the snapshot have. */
  readonly repeatedIds: readonly number[];
  readonly saved: SavedSnapshot;
}

/**
 * Makes the market of a snapshot, and the changes since `previous` (null: nothing to compare, so nothing changed).
 * Yields often, so that the caller may let others work in between; `previous` may take in events meanwhile, and stays as
 * it is. The time of every change is when the snapshot was taken.
 *
 * A shop is the same as before by its place, owner, side and item, whatever its id (see `pairShops`). Of records with
 * one id, the one that is most like the market before counts, else the first. A record that is the same object as in
 * the market before has not changed.
 *
 * A snapshot that lacks many shops, or of which records were set aside, is doubted: what it lacks is gone only if the
 * next one lacks it too, and is not new when it comes back. A shop whose record an older reader refused is not new in
 * the first snapshot after that reader's. A shop without a bundle is listed with its first stock, by itself or in a
 * flood; `isFlood` counts no shop without one.
 * @param otherNames names that find types in addition to their labels, always the same
 */
export function* load(previous: Market | null, snapshot: Snapshot, otherNames?: OtherNames): Generator<void, Loaded> {
  const { shops: read, takenAt, missing: lackedBefore = [], isOfOlderReader = false } = snapshot;
  const { table, isNew, differences, filled, repeatedIds } = yield* compare(previous, snapshot);
  const index = yield* indexShops(table, isNew, previous?.index ?? null, otherNames);
  const { listed, changed, lacking } = differences;
  const known = previous?.shops.length ?? 0;
  const isDoubted = isDoubtful(snapshot, lacking.length, known);
  const gone = isDoubted ? differences.stillMissing : differences.stillMissing.concat(lacking);
  const removed = gone.map((before): ShopChange => ({ kind: 'removed', at: takenAt, before }));
  for (const news of [listed, changed, removed]) yield* sortInSlices(news, (a, b) => shopOf(a).id - shopOf(b).id);
  const kept = previous?.isOfOlderReader === true ? lacking.map(withUnknownItem) : lacking;
  const missing = previous === null ? lackedBefore : isDoubted ? kept : [];
  return {
    market: new Market(index, takenAt, read.length - table.length, byId(missing), isOfOlderReader),
    // To spread lists of a hundred thousand stops everything for 20 ms.
    changes: (listed as ShopChange[]).concat(changed, removed),
    isFlood: listed.length > FLOOD.shops && listed.length > known * FLOOD.share,
    repeatedIds,
    saved: { takenAt, filled, missing },
  };
}

/**
 * Makes the market of a saved snapshot as it was saved: nothing is compared.
 * @param before the market that this process showed before: its items stay findable
 */
export function* restore(
  { shops, takenAt, missing = [], isOfOlderReader = false }: Snapshot,
  before: Market | null,
  otherNames?: OtherNames,
): Generator<void, Market> {
  const table = new ShopTable(shops.length);
  const isNew = new Uint8Array(shops.length);
  const known = new ShopsBefore(before);
  yield* eachInSlices(shops, (shop) => {
    const at = table.add(shop);
    if (at >= 0 && !known.has(shop)) isNew[at] = 1;
  });
  const index = yield* indexShops(table, isNew, before?.index ?? null, otherNames);
  return new Market(index, takenAt, shops.length - table.length, byId(missing), isOfOlderReader);
}

/** The shops of the market before, asked for mostly in their order. */
class ShopsBefore {
  readonly #shops: ShopTable | null;
  #next = 0;

  constructor(market: Market | null) {
    this.#shops = market?.index.shops ?? null;
  }

  /** Whether the shop is the same object there. */
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

function isDoubtful({ setAside = 0 }: Snapshot, lacking: number, known: number): boolean {
  return setAside > 0 || lacking > Math.max(FEW_GONE.shops, known * FEW_GONE.share);
}

function byId(shops: readonly Shop[]): ReadonlyMap<number, Shop> {
  return new Map(shops.map((shop) => [shop.id, shop] as const));
}

/** The shops of a snapshot as they are in the market, and how they differ from the market before. */
interface Compared {
  readonly table: ShopTable;
  /** By row of the table: 0 if the shop is the same object as in the market before. */
  readonly isNew: Uint8Array;
  readonly differences: Differences;
  readonly filled: readonly FilledRow[];
  readonly repeatedIds: readonly number[];
}

function* compare(previous: Market | null, { shops: read, takenAt }: Snapshot): Generator<void, Compared> {
  const comparison = new Comparison(previous, takenAt);
  const table = new ShopTable(read.length);
  /** By row of the table, the row of the record that it came from. */
  const recordRows = new Int32Array(read.length);
  const isNew = new Uint8Array(read.length);
  const known = new ShopsBefore(previous);
  let unchanged = 0;
  const filled: FilledRow[] = [];
  const repeated: Repeated[] = [];
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
  // The records alone do not tell which one of an id was chosen.
  const chosen = new Set(repeatedIds);
  const withChosen: FilledRow[] = [];
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
interface Repeated {
  readonly record: Shop;
  readonly row: number;
}

/**
 * Chooses one of the records with one id, whatever their order: the market must not change back and forth with it.
 * Yields often, as a service may repeat every record.
 * @returns the ids that several records have
 */
function* chooseRepeated(
  repeated: readonly Repeated[],
  {
    table,
    isNew,
    recordRows,
    read,
    comparison,
  }: Pick<Compared, 'table' | 'isNew'> & { recordRows: Int32Array; read: readonly Shop[]; comparison: Comparison },
): Generator<void, readonly number[]> {
  const instead: Shop[] = [];
  const byId = new Map<number, Repeated[]>();
  yield* eachInSlices(repeated, (one) => {
    const same = byId.get(one.record.id);
    if (same === undefined) byId.set(one.record.id, [one]);
    else same.push(one);
  });
  yield* eachInSlices(byId, ([id, later]) => {
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
  return [...byId.keys()];
}
