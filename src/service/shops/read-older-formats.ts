import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Shop } from '../../market/shops/shop.ts';
import type { Snapshot } from '../../market/shops/snapshot.ts';
import { STOCK_UNITS, type StockUnit } from '../../market/shops/stock.ts';
import type { StoredSnapshots } from '../../ports/snapshots.ts';
import { TimeSlice } from '../../time/cooperate.ts';
import { JsonArraySplitter } from './json-array-splitter.ts';
import { readShops } from './shop-reader.ts';
import { CorruptFile, readSavedShop, SnapshotLines, type UnreadSnapshot } from './snapshot-lines.ts';

/** The title of files of format 2. Format 1, of Crier 0.3.0 and before, has none. */
const SECOND_FORMAT_TITLE: readonly string[] = ['crier-shops-2'];

/** A file of format 2. It holds the differences to the snapshot taken `before`, or a whole snapshot. */
interface Link {
  readonly takenAt: number;
  /** Null if the file holds a whole snapshot. */
  readonly before: number | null;
  /** The shops of the file's records. Each replaces the shop with its id in the snapshot taken `before`. */
  readonly fresh: readonly Shop[];
  /** The shops that the market had for some of the records instead. See `SavedSnapshot`. */
  readonly filled: readonly Shop[];
  readonly missing: readonly Shop[];
  /** Ids of shops in the snapshot taken `before` that this snapshot lacks. */
  readonly gone: readonly number[];
  /** Whether a Crier before 0.4.0 wrote the file. It refused some records that are read today. */
  readonly isOfOlderReader: boolean;
}

/**
 * Reads a snapshot of an earlier Crier, once, at the first start after the upgrade. A file of format 2 may hold only
 * the differences to an earlier file, which is then read first.
 * @param lines the file of the snapshot taken at `takenAt`, which the caller closes
 * @returns the snapshot, or the earlier file that is needed but unreadable
 * @throws CorruptFile, Unsplittable, zlib's error, UnreadableSnapshot
 */
export async function readOlderFormat(
  stored: Pick<StoredSnapshots, 'read'>,
  lines: SnapshotLines,
  takenAt: number,
  unit: StockUnit,
): Promise<Snapshot | UnreadSnapshot> {
  const last = await readLink(lines, takenAt, unit);
  const links = [last];
  for (let before = last.before; before !== null; before = links[0]?.before ?? null) {
    const at = before;
    if (links.some((link) => link.takenAt === at))
      return { takenAt: at, error: new CorruptFile('it holds the differences to itself') };
    const link = await tryToRead(stored, at, unit);
    if ('error' in link) return link;
    links.unshift(link);
  }
  const { missing, isOfOlderReader } = last;
  return { takenAt, shops: await overlay(links), missing, ...(isOfOlderReader && { isOfOlderReader }) };
}

async function tryToRead(
  stored: Pick<StoredSnapshots, 'read'>,
  takenAt: number,
  unit: StockUnit,
): Promise<Link | UnreadSnapshot> {
  let lines: SnapshotLines | null = null;
  try {
    lines = await SnapshotLines.open(stored, takenAt);
    return lines === null ? { takenAt, error: null } : await readLink(lines, takenAt, unit);
  } catch (error) {
    return { takenAt, error: error instanceof Error ? error : new Error(String(error)) };
  } finally {
    await lines?.close();
  }
}

/** Returns the shops of the last of these files. The first holds a whole snapshot. */
async function overlay(links: readonly Link[]): Promise<readonly Shop[]> {
  const slice = new TimeSlice();
  const shops = new Map<number, Shop>();
  for (const { fresh, filled, gone } of links) {
    for (const all of [fresh, filled]) {
      for (const shop of all) {
        shops.set(shop.id, shop);
        if (slice.isOver()) await slice.yieldIfOver();
      }
    }
    for (const id of gone) shops.delete(id);
  }
  return [...shops.values()];
}

async function readLink(lines: SnapshotLines, takenAt: number, unit: StockUnit): Promise<Link> {
  // An array of objects without a title.
  return (await lines.beginsWith('[{'))
    ? readFirstFormat(lines, takenAt, unit)
    : readSecondFormat(lines, takenAt, unit);
}

const firstHead = z.object({
  format: z.literal('crier-shops-1'),
  takenAt: z.int(),
  /** Shops in the file, of which the last `missing` are not part of the snapshot. */
  count: z.int(),
  missing: z.int().nonnegative().default(0),
});

/** Reads a file of Crier 0.3.0 and before: one JSON array of a head and all shops of the market. */
async function readFirstFormat(lines: SnapshotLines, takenAt: number, unit: StockUnit): Promise<Link> {
  const slice = new TimeSlice();
  const values: unknown[] = [];
  const splitter = new JsonArraySplitter({
    likelyLength: 0,
    takeKnown: () => false,
    take({ bytes, at }, to) {
      try {
        values.push(JSON.parse(bytes.toString('utf8', at, to)));
        return true;
      } catch {
        return false;
      }
    },
    takeTooLarge() {
      throw new CorruptFile('an entry is no shop');
    },
  });
  for await (const chunk of lines.rest()) for (const _ of splitter.push(chunk)) await slice.yieldIfOver();
  for (const _ of splitter.end()) await slice.yieldIfOver();
  const [first, ...entries] = values;
  const head = firstHead.safeParse(first).data;
  if (head?.takenAt !== takenAt) throw new CorruptFile('the head names another snapshot');
  if (entries.length !== head.count) throw new CorruptFile(`${entries.length} shops of ${head.count}`);
  const shops = await readShopsOf(entries, null, unit);
  const kept = head.count - head.missing;
  return {
    ...{ takenAt, before: null, filled: [], gone: [], isOfOlderReader: true },
    fresh: shops.slice(0, kept),
    missing: shops.slice(kept),
  };
}

const secondEnd = z.object({
  takenAt: z.int(),
  before: z.int().nullable(),
  fresh: z.int(),
  filled: z.int(),
  missing: z.int(),
  gone: z.int(),
  /** Absent if a Crier before 0.4.0 wrote the file, which kept the wire's number in `filled` and `missing`. */
  unit: z.enum(STOCK_UNITS).optional(),
});

/**
 * Reads the lines of a file: the title, the fresh records, lines that begin with their kind, and the number of each.
 */
async function readSecondFormat(lines: SnapshotLines, takenAt: number, unit: StockUnit): Promise<Link> {
  const slice = new TimeSlice();
  if (!isDeepStrictEqual(await lines.next(), SECOND_FORMAT_TITLE)) throw new CorruptFile('unknown title line');
  const read = await readShops(lines.bytes(), { unit });
  if (!read.ok) throw new CorruptFile(read.why);
  const { records, broken, samples } = read.value;
  if (broken.length > 0) throw new CorruptFile(`a record is not a shop: ${samples[0]?.why}`);
  const [filled, missing, gone, end]: [unknown[], unknown[], unknown[], unknown[]] = [[], [], [], []];
  const byKind = new Map<unknown, unknown[]>(Object.entries({ filled, missing, gone, end }));
  for (let line = await lines.next(); line !== null; line = await lines.next()) {
    const [kind, ...values] = line;
    const entries = byKind.get(kind);
    if (entries === undefined) throw new CorruptFile('a line of unknown kind');
    if (end.length > 0) throw new CorruptFile('data after the end');
    entries.push(...values);
    await slice.yieldIfOver();
  }
  const endLine = end.length === 1 ? secondEnd.safeParse(end[0]).data : undefined;
  if (endLine === undefined) throw new CorruptFile('invalid end line');
  const counts = { fresh: records.shops.length, filled: filled.length, missing: missing.length, gone: gone.length };
  const isWhole = Object.entries(counts).every(([kind, count]) => endLine[kind as keyof typeof counts] === count);
  if (!isWhole) throw new CorruptFile('its counts differ from the end line');
  if (endLine.takenAt !== takenAt) throw new CorruptFile('it holds another snapshot');
  return {
    ...{ takenAt, before: endLine.before, fresh: records.shops, isOfOlderReader: endLine.unit === undefined },
    filled: await readShopsOf(filled, endLine.unit ?? null, unit),
    missing: await readShopsOf(missing, endLine.unit ?? null, unit),
    gone: gone.map(readId),
  };
}

/** @param written the unit of the stock in the entries, or null for the wire's number */
async function readShopsOf(entries: readonly unknown[], written: StockUnit | null, unit: StockUnit): Promise<Shop[]> {
  const slice = new TimeSlice();
  const shops: Shop[] = [];
  for (const entry of entries) {
    shops.push(readSavedShop(entry, written, unit));
    if (slice.isOver()) await slice.yieldIfOver();
  }
  return shops;
}

function readId(entry: unknown): number {
  if (typeof entry !== 'number' || !Number.isSafeInteger(entry)) throw new CorruptFile('an entry is no id');
  return entry;
}
