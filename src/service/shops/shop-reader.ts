import type { Shop } from '../../market/shops/shop.ts';
import type { StockUnit } from '../../market/shops/stock.ts';
import { inSlices, TimeSlice } from '../../time/cooperate.ts';
import type { Consumed, Failure } from '../http/answer.ts';
import { IGNORE_PAINTINGS, type OnPainting, showsCanvas } from '../wire/item.ts';
import { readShop, revisionOf, type ShopRevision } from '../wire/shop.ts';
import { ByteCursor } from './byte-cursor.ts';
import { type ByteWindow, type ElementReader, JsonArraySplitter, Unsplittable } from './json-array-splitter.ts';
import { type KnownRecords, RecordList } from './known-records.ts';
import { RecordForm } from './record-form.ts';
import { RecordHash } from './record-hash.ts';

/** Limits the share of broken records. A larger one shows a new revision of the service, not bad records. */
const MOST_BROKEN_SHARE = 0.2;
const MOST_SAMPLES = 3;
/** Bytes of known records between two checks of the clock, which is also checked after every other record. */
const LOOK_AFTER_BYTES = 4_096;
const TOO_LARGE_RECORD = 'a record over 4 MiB';
/** Number of consecutive valid records of an unknown form after which the reader learns the form. */
const MOST_OUT_OF_FORM = 8;
/** Limits the forms learnt of one body. */
const MOST_FORMS = 64;

/** The beginning of a quarantined record, and the reason. */
export interface Sample {
  readonly why: string;
  readonly record: string;
}

/** The records of a valid body. */
export interface Download {
  /** The valid records with their shops. */
  readonly records: KnownRecords;
  /** Places of the broken records among all, from 0, ascending. */
  readonly broken: readonly number[];
  readonly samples: readonly Sample[];
  /** The number of valid records that were parsed. */
  readonly parsed: number;
  /** Null if no record was parsed whole. */
  readonly revision: ShopRevision | null;
}

export interface ReadOptions {
  /** The unit of the records' stock. */
  readonly unit: StockUnit;
  /** Records of an earlier body. Unchanged ones are not parsed and keep their shops. None by default. */
  readonly known?: KnownRecords | null;
  /** Takes the SNBT of paintings in records that are parsed. */
  readonly onPainting?: OnPainting;
  /** Also parses known records that show a painting, so that their paintings are taken again. False by default. */
  readonly showsAllPaintings?: boolean;
  /** Takes the chunks as they arrived. A returned promise is awaited. */
  readonly onChunk?: (chunk: Buffer) => Promise<void> | undefined;
}

/**
 * Reads the body of getAllShops while it arrives, yielding to the event loop every 2 ms. Broken records are
 * quarantined. A body that is no array, ends too early or has more than a fifth of broken records is refused whole.
 * @throws the errors of the chunks and of `onChunk`
 */
export async function readShops(chunks: AsyncIterable<Buffer>, options: ReadOptions): Promise<Consumed<Download>> {
  const reader = new ShopReader(options);
  try {
    await readElements(chunks, reader, options.onChunk);
  } catch (error) {
    return refusalFor(error);
  }
  const { list, broken, samples, parsed, revision } = reader;
  const all = list.shops.length + broken.length;
  if (broken.length > MOST_BROKEN_SHARE * all) {
    const why = `${broken.length} of ${all} records are broken, such as: ${samples[0]?.why}`;
    return { ok: false, kind: 'not-as-expected', why };
  }
  return { ok: true, value: { records: await inSlices(list.toKnown()), broken, samples, parsed, revision } };
}

async function readElements(
  chunks: AsyncIterable<Buffer>,
  reader: ShopReader,
  onChunk: ReadOptions['onChunk'],
): Promise<void> {
  const splitter = new JsonArraySplitter(reader);
  const slice = new TimeSlice();
  const read = async (elements: Iterable<void>) => {
    for (const _ of elements) {
      if (reader.knownBytes > 0 && reader.knownBytes < LOOK_AFTER_BYTES) continue;
      reader.knownBytes = 0;
      if (slice.isOver()) await slice.yieldIfOver();
    }
  };
  for await (const chunk of chunks) {
    const isTaken = onChunk?.(chunk);
    if (isTaken !== undefined) await isTaken;
    await read(splitter.push(chunk));
  }
  await read(splitter.end());
}

function refusalFor(error: unknown): Pick<Failure, 'ok' | 'kind' | 'why'> {
  if (!(error instanceof Unsplittable)) throw error;
  return { ok: false, kind: error.kind === 'not-an-array' ? 'not-as-expected' : error.kind, why: error.message };
}

/**
 * Makes shops of records. A known record keeps its shop; another is read in the form of the records before it, or else
 * parsed.
 */
class ShopReader implements ElementReader {
  readonly list: RecordList;
  readonly broken: number[] = [];
  readonly samples: Sample[] = [];
  parsed = 0;
  revision: ShopRevision | null = null;
  /** Bytes of the known records since the last check of the clock; 0 after another record. */
  knownBytes = 0;
  readonly #unit: StockUnit;
  readonly #known: KnownRecords | null;
  readonly #onPainting: OnPainting;
  readonly #showsAllPaintings: boolean;
  readonly #hash = new RecordHash();
  #form: RecordForm | null = null;
  #forms = 0;
  #outOfForm = 0;
  /** The row of the known record that is likely next. */
  #row = 0;

  constructor(options: ReadOptions) {
    const { unit, known = null, onPainting = IGNORE_PAINTINGS, showsAllPaintings = false } = options;
    this.#unit = unit;
    this.#known = known;
    this.#onPainting = onPainting;
    this.#showsAllPaintings = showsAllPaintings;
    this.list = new RecordList(known?.shops.length);
  }

  get likelyLength(): number {
    return this.#known?.lengthAt(this.#row) ?? 0;
  }

  takeKnown(window: ByteWindow, to: number): boolean {
    const { bytes, view, at } = window;
    this.#hash.update(view, at, to);
    const known = this.#known;
    const row = known?.find(this.#hash, this.#row) ?? -1;
    const shop = known?.shops[row];
    if (known === null || shop === undefined) return false;
    this.#row = row + 1;
    this.knownBytes += to - at;
    this.list.add(shop, this.#hash, to - at, known.isReplaced(row));
    if (this.#showsAllPaintings && showsCanvas(shop.item))
      readShop(parseBytes(bytes, at, to), this.#unit, this.#onPainting);
    return true;
  }

  take(window: ByteWindow, to: number): boolean {
    if (this.takeKnown(window, to)) return true;
    this.knownBytes = 0;
    const shop = this.#shopOf(window, to);
    if (shop === undefined) return false;
    // The record most likely replaces the one that was likely next.
    this.#row += 1;
    if (shop === null) return true;
    this.parsed += 1;
    this.list.add(shop, this.#hash, to - window.at);
    return true;
  }

  takeTooLarge(): void {
    const read = readShop(TOO_LARGE_RECORD, this.#unit);
    if (!read.ok) this.#quarantine(read.why, TOO_LARGE_RECORD);
  }

  /** @returns the shop of these bytes, null if the record is broken, or undefined if they are no JSON value */
  #shopOf(window: ByteWindow, to: number): Shop | null | undefined {
    const shop = this.#form?.read(new ByteCursor(window, to)) ?? null;
    if (shop !== null) {
      this.#outOfForm = 0;
      return shop;
    }
    const record = parseBytes(window.bytes, window.at, to);
    if (record === undefined) return undefined;
    const read = readShop(record, this.#unit, this.#onPainting);
    if (!read.ok) return this.#quarantine(read.why, record);
    this.revision ??= revisionOf(record);
    this.#learnForm(record);
    return read.value;
  }

  #learnForm(record: unknown): void {
    this.#outOfForm += 1;
    if (this.#forms === MOST_FORMS || (this.#form !== null && this.#outOfForm < MOST_OUT_OF_FORM)) return;
    this.#form = RecordForm.of(record, this.#unit, this.#onPainting) ?? this.#form;
    this.#forms += 1;
    this.#outOfForm = 0;
  }

  #quarantine(why: string, record: unknown): null {
    this.broken.push(this.list.shops.length + this.broken.length);
    if (this.samples.length < MOST_SAMPLES) this.samples.push({ why, record: toShortJson(record) });
    return null;
  }
}

/** @returns the value, or undefined if the bytes are no JSON */
function parseBytes(bytes: Buffer, from: number, to: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', from, to));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const SAMPLE_CHARACTERS = 200;
/** Deeper values and longer lists do not show in so short a text, or are the reason why the record is broken. */
const SAMPLE_DEPTH = 6;
const SAMPLE_WIDTH = 20;
const ELLIPSIS = '…';

/** @returns the beginning of the record as JSON, at most 200 characters. Reads no more of the record than that. */
function toShortJson(record: unknown): string {
  return JSON.stringify(shorten(record, SAMPLE_DEPTH)).slice(0, SAMPLE_CHARACTERS);
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, SAMPLE_CHARACTERS);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return ELLIPSIS;
  if (Array.isArray(value)) return value.slice(0, SAMPLE_WIDTH).map((entry) => shorten(entry, depth - 1));
  const fields = Object.entries(value).slice(0, SAMPLE_WIDTH);
  return Object.fromEntries(fields.map(([key, entry]) => [key.slice(0, SAMPLE_CHARACTERS), shorten(entry, depth - 1)]));
}
