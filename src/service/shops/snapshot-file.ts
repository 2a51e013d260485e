import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Shop } from '../../market/shops/shop.ts';
import { eachInSlices } from '../../market/shops/slices.ts';
import type { ReplacedRecord, SavedSnapshot, Snapshot } from '../../market/shops/snapshot.ts';
import { STOCK_UNITS, type StockUnit } from '../../market/shops/stock.ts';
import type { StoredSnapshots, UnfinishedSnapshot } from '../../ports/snapshots.ts';
import { inSlices, TimeSlice } from '../../time/cooperate.ts';
import { CompressedSnapshot } from './compressed-snapshot.ts';
import type { KnownRecords } from './known-records.ts';
import { readOlderFormat } from './read-older-formats.ts';
import { type Download, readShops } from './shop-reader.ts';
import { CorruptFile, NEW_LINE, readSavedShop, SnapshotLines, type UnreadSnapshot } from './snapshot-lines.ts';
import type { UnfinishedSave } from './snapshot-reader.ts';

/**
 * The title of a snapshot's file. Decompressed, the file has lines of JSON:
 *
 * - this title
 * - the body of getAllShops, with its new lines replaced by spaces
 * - `filled`: pairs of a record's place among all records of the body, from 0, and the market's shop for it
 * - `missing`: shops that the doubted body lacks
 * - `end`: the last line (see `End`)
 */
const TITLE_LINE: readonly string[] = ['crier-shops-3'];
const SPACE = 0x20;
const LINE_ENTRIES = 64;
/** Shops between two yields. */
const SAVED_SHOPS_PER_SLICE = 1_024;

const endSchema = z.object({
  takenAt: z.int(),
  /** Number of records in the body, including broken ones. */
  records: z.int(),
  filled: z.int(),
  missing: z.int(),
  /**
   * The unit of the records' stock when the file was written, in which the stock of the filled and missing shops was
   * counted.
   */
  unit: z.enum(STOCK_UNITS),
});
type End = z.infer<typeof endSchema>;

/** The file of a snapshot while it is written: first its body, then the lines after it. */
export class SnapshotDraft implements UnfinishedSave {
  readonly #compressed: CompressedSnapshot;
  readonly #unit: StockUnit;
  #download: Pick<Download, 'records' | 'broken'> | null = null;
  #isOver = false;

  /** @param unit the unit of the records' stock */
  constructor(unfinished: UnfinishedSnapshot, unit: StockUnit) {
    this.#unit = unit;
    this.#compressed = new CompressedSnapshot(unfinished);
    // A line is shorter than a piece, so it need not be awaited.
    void this.#compressed.add(lineOf(TITLE_LINE));
  }

  /** Whether the file was completed or discarded. */
  get isOver(): boolean {
    return this.#isOver;
  }

  add(chunk: Buffer): Promise<void> | undefined {
    return this.#compressed.add(chunk.includes(NEW_LINE) ? withoutNewLines(chunk) : chunk);
  }

  bodyRead(download: Pick<Download, 'records' | 'broken'>): void {
    this.#download = download;
  }

  /** Resolves when the file is stored. Rejects with the store's error. */
  async complete({ takenAt, filled: filledNow, missing }: SavedSnapshot): Promise<void> {
    if (this.#download === null) throw new Error('no body was read');
    const { records, broken } = this.#download;
    const filled = [...filledNow, ...(await inSlices(filledBefore(records, filledNow)))];
    await this.#compressed.add(Buffer.from('\n'));
    await this.#addLines('filled', filled, ({ row, shop }) => [recordPlaceOf(row, broken), shop]);
    await this.#addLines('missing', missing, (shop) => shop);
    const counts = { records: records.shops.length + broken.length, filled: filled.length, missing: missing.length };
    await this.#compressed.add(lineOf(['end', { takenAt, ...counts, unit: this.#unit } satisfies End]));
    await this.#compressed.finish(takenAt);
    this.#isOver = true;
  }

  /** Deletes the file, unless it is complete: the journal may name it, even if that write has failed. */
  async discard(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    // Unfinished files are also deleted at the next start.
    await this.#compressed.abandon().catch(() => undefined);
  }

  async #addLines<T>(kind: 'filled' | 'missing', all: readonly T[], entryOf: (one: T) => unknown): Promise<void> {
    const slice = new TimeSlice();
    for (let from = 0; from < all.length; from += LINE_ENTRIES) {
      await this.#compressed.add(lineOf([kind, ...all.slice(from, from + LINE_ENTRIES).map(entryOf)]));
      await slice.yieldIfOver();
    }
  }
}

/**
 * Finds the rows of unchanged records for which the market has other shops than their bytes give. Without them, these
 * shops would be read from their bytes at the next start. Yields often.
 * @param filled rows of this snapshot; of several records with one id they have the one that counts
 */
function* filledBefore(
  records: KnownRecords,
  filled: readonly ReplacedRecord[],
): Generator<void, readonly ReplacedRecord[]> {
  const ids = new Set(filled.map(({ shop: { id } }) => id));
  const found: ReplacedRecord[] = [];
  for (const [row, shop] of records.shops.entries()) {
    if (row % SAVED_SHOPS_PER_SLICE === 0) yield;
    if (records.isReplaced(row) && !ids.has(shop.id)) found.push({ row, shop });
  }
  return found;
}

/** A saved snapshot and its records. A record of the next body that is equal to one of them is not parsed again. */
export interface ReadSnapshot {
  readonly snapshot: Snapshot;
  /** Null for a file of an older format. */
  readonly records: KnownRecords | null;
}

/**
 * Reads a snapshot in slices.
 * @param unit the current unit of the records' stock
 * @param known records of an earlier snapshot; those that this one has too keep their shops
 */
export async function readSnapshot(
  stored: Pick<StoredSnapshots, 'read'>,
  takenAt: number,
  unit: StockUnit,
  known: KnownRecords | null = null,
): Promise<ReadSnapshot | UnreadSnapshot> {
  let lines: SnapshotLines | null = null;
  try {
    lines = await SnapshotLines.open(stored, takenAt);
    if (lines === null) return { takenAt, error: null };
    if (await lines.beginsWith(JSON.stringify(TITLE_LINE))) return await readCurrentFormat(lines, takenAt, unit, known);
    const read = await readOlderFormat(stored, lines, takenAt, unit);
    return 'error' in read ? read : { snapshot: read, records: null };
  } catch (error) {
    return { takenAt, error: error instanceof Error ? error : new Error(String(error)) };
  } finally {
    await lines?.close();
  }
}

/**
 * Reads the leader's snapshots, one after the other. An unchanged record keeps its shop.
 * @returns a function that rejects if the snapshot cannot be read, for example because the next one has replaced it
 */
export function createSnapshotReader(
  stored: Pick<StoredSnapshots, 'read'>,
  unit: StockUnit,
): (takenAt: number) => Promise<Snapshot> {
  let known: KnownRecords | null = null;
  return async (takenAt) => {
    const read = await readSnapshot(stored, takenAt, unit, known);
    if ('error' in read) throw read.error ?? new Error(`There is no snapshot of ${read.takenAt}`);
    known = read.records;
    return read.snapshot;
  };
}

/** @throws CorruptFile, zlib's error, UnreadableSnapshot */
async function readCurrentFormat(
  lines: SnapshotLines,
  takenAt: number,
  unit: StockUnit,
  known: KnownRecords | null,
): Promise<ReadSnapshot> {
  if (!isDeepStrictEqual(await lines.next(), TITLE_LINE)) throw new CorruptFile('unknown title line');
  const body = await readShops(lines.bytes(), { unit, known });
  if (!body.ok) throw new CorruptFile(body.why);
  const { records, broken } = body.value;
  const after = await readAfterBody(lines);
  if (after.end.takenAt !== takenAt) throw new CorruptFile('it holds another snapshot');
  if (after.end.records !== records.shops.length + broken.length) throw new CorruptFile('records are missing');
  const { unit: written } = after.end;
  const filled = new Map<number, Shop>();
  const takeFilled = (entry: unknown) => {
    const { row, shop } = readFilled(entry, after.end.records, broken, (saved) => readSavedShop(saved, written, unit));
    if (row < 0) return;
    filled.set(row, shop);
    records.replace(row, shop);
  };
  await inSlices(eachInSlices(after.filled, takeFilled));
  const missing: Shop[] = [];
  await inSlices(eachInSlices(after.missing, (entry) => missing.push(readSavedShop(entry, written, unit))));
  return { snapshot: { takenAt, shops: await inSlices(chosenShops(records.shops, filled)), missing }, records };
}

async function readAfterBody(lines: SnapshotLines) {
  const entries: Record<'filled' | 'missing', unknown[]> = { filled: [], missing: [] };
  const slice = new TimeSlice();
  for (let line = await lines.next(); line !== null; line = await lines.next()) {
    const [kind, ...values] = line;
    if (kind === 'filled' || kind === 'missing') entries[kind].push(...values);
    else if (kind === 'end') return { ...entries, end: await readEnd(lines, values, entries) };
    else throw new CorruptFile('a line of unknown kind');
    await slice.yieldIfOver();
  }
  throw new CorruptFile('it has no end');
}

async function readEnd(
  lines: SnapshotLines,
  [value, ...more]: readonly unknown[],
  { filled, missing }: Record<'filled' | 'missing', readonly unknown[]>,
): Promise<End> {
  const { data } = endSchema.safeParse(value);
  if (data === undefined || more.length > 0 || (await lines.next()) !== null) throw new CorruptFile('invalid end line');
  if (data.filled !== filled.length || data.missing !== missing.length) throw new CorruptFile('shops are missing');
  return data;
}

/** @returns -1 for the row if the record is broken by today's rules; such records are left out */
function readFilled(
  entry: unknown,
  records: number,
  broken: readonly number[],
  read: (shop: unknown) => Shop,
): ReplacedRecord {
  if (!Array.isArray(entry) || entry.length !== 2) throw new CorruptFile('a filled entry is no pair');
  const [place, shop] = entry;
  if (!Number.isSafeInteger(place) || place < 0 || place >= records)
    throw new CorruptFile('a filled entry has an invalid place');
  const before = countBelow(broken.length, (index) => (broken[index] ?? 0) < place);
  return { row: broken[before] === place ? -1 : place - before, shop: read(shop) };
}

/** Selects one shop for each id. If several have one id, `filled` contains the choice of the market. Yields often. */
function* chosenShops(shops: readonly Shop[], filled: ReadonlyMap<number, Shop>): Generator<void, readonly Shop[]> {
  const chosen = new Set([...filled.values()].map(({ id }) => id));
  const kept: Shop[] = [];
  for (const [row, shop] of shops.entries()) {
    if (row % SAVED_SHOPS_PER_SLICE === 0) yield;
    if (!chosen.has(shop.id) || filled.has(row)) kept.push(shop);
  }
  return kept;
}

/** @returns the place among all records of the valid record at `row` */
function recordPlaceOf(row: number, broken: readonly number[]): number {
  return row + countBelow(broken.length, (index) => (broken[index] ?? 0) - index <= row);
}

/** Counts the indexes that are below, by binary search. All of them must come before the others. */
function countBelow(count: number, isBelow: (index: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBelow(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function lineOf(values: readonly unknown[]): Buffer {
  return Buffer.from(`${JSON.stringify(values)}\n`);
}

/** New lines between the values of JSON are white space, as spaces are. */
function withoutNewLines(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  for (let at = copy.indexOf(NEW_LINE); at >= 0; at = copy.indexOf(NEW_LINE, at)) copy[at] = SPACE;
  return copy;
}
