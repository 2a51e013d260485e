import { isSameShop } from '../../market/shops/same-shop.ts';
import type { Shop } from '../../market/shops/shop.ts';
import type { StockUnit } from '../../market/shops/stock.ts';
import type { OnPainting } from '../wire/item.ts';
import { readShop, revisionOf, type ShopRevision } from '../wire/shop.ts';
import type { ByteWindow } from './byte-window.ts';
import type { Cutter } from './cutter.ts';
import { ByteCursor } from './form/byte-cursor.ts';
import { RecordForm } from './form/record-form.ts';
import { RECOGNISED, type Recogniser } from './recogniser.ts';
import type { RecordSink } from './record-sink.ts';
import { type KnownRecords, RecordList } from './records/known-records.ts';
import { RecordHash } from './records/record-hash.ts';
import { RecordMatcher } from './records/record-matcher.ts';
import { toShortJson } from './short-json.ts';

const SAMPLES = 3;
/** Good records in a row that are written otherwise, before their form is learnt instead; and how often one is learnt. */
const OUT_OF_FORM = 8;
const FORMS = 64;

export interface ShopReaderOptions {
  /** The unit of the records' stock. */
  readonly unit: StockUnit;
  /** Reads and compares every record, known ones too; an equal one stays the same shop. False by default. */
  readonly isCheck: boolean;
  /** Takes the bytes of the good records that are fresh, or of all. */
  readonly sink: RecordSink | null;
  /** Whether it takes all; always in a check. False by default. */
  readonly savesAll: boolean;
  /** Takes the SNBT of paintings in records that are read. */
  readonly onPainting: OnPainting;
}

/** A record that was set aside: its beginning, and why. */
export interface Sample {
  readonly why: string;
  readonly record: string;
}

/**
 * Makes shops of the records of a snapshot, one after the other. A record that is known stays the same shop; another is read in
 * the form in which records are written just now, or else as it was parsed. In a check each is read as it was parsed.
 */
export class ShopReader implements Recogniser {
  readonly list = new RecordList();
  /** Shops of records that are not known. */
  readonly fresh: Shop[] = [];
  /** Ids of shops whose records are other than those that they were taken for. */
  readonly mistaken: number[] = [];
  readonly samples: Sample[] = [];
  setAside = 0;
  /** Of the first record that was parsed. */
  revision: ShopRevision | null = null;
  readonly matcher: RecordMatcher;
  readonly #isCheck: boolean;
  readonly #sink: RecordSink | null;
  readonly #savesAll: boolean;
  readonly #onPainting: OnPainting;
  readonly #unit: StockUnit;
  readonly #hash = new RecordHash();
  #form: RecordForm | null = null;
  #forms = 0;
  #outOfForm = 0;
  /** What the bytes were recognised as: a shop that is known, or one that was read in form. */
  #known: Shop | null = null;
  #read: Shop | null = null;

  constructor(known: KnownRecords, { isCheck, sink, savesAll, onPainting, unit }: ShopReaderOptions) {
    this.matcher = new RecordMatcher(known);
    this.#isCheck = isCheck;
    this.#sink = sink;
    this.#savesAll = savesAll;
    this.#onPainting = onPainting;
    this.#unit = unit;
  }

  get likelyLength(): number {
    return this.#isCheck ? 0 : this.matcher.nextLength;
  }

  knows({ view, at }: ByteWindow, to: number): boolean {
    this.#hash.of(view, at, to);
    this.#known = this.matcher.find(this.#hash, to - at);
    this.#read = null;
    return this.#known !== null && !this.#isCheck;
  }

  reads(window: ByteWindow, to: number): boolean {
    if (this.#form === null || this.#isCheck) return false;
    this.#read = this.#form.read(new ByteCursor(window, to));
    if (this.#read === null) return false;
    this.#outOfForm = 0;
    return true;
  }

  /** Takes in an element as the cutter gave it just now. */
  take(element: unknown, { bytes, from, to }: Cutter): void {
    if (element === RECOGNISED && this.#known !== null) {
      this.list.add(this.#known, this.#hash, to - from);
      if (this.#savesAll) this.#sink?.add(bytes, from, to);
      return;
    }
    const shop = element === RECOGNISED ? this.#read : this.#readParsed(element);
    if (shop === null) return;
    this.list.add(this.#placed(shop), this.#hash, to - from);
    this.#sink?.add(bytes, from, to);
  }

  /** null: the record is broken. */
  #readParsed(record: unknown): Shop | null {
    const read = readShop(record, this.#unit, this.#onPainting);
    if (read.ok) {
      this.revision ??= revisionOf(record);
      this.#learnForm(record);
      return read.value;
    }
    this.setAside += 1;
    if (this.samples.length < SAMPLES) this.samples.push({ why: read.why, record: toShortJson(record) });
    return null;
  }

  #learnForm(record: unknown): void {
    this.#outOfForm += 1;
    if (this.#forms === FORMS || (this.#form !== null && this.#outOfForm < OUT_OF_FORM)) return;
    this.#form = RecordForm.of(record, this.#unit, this.#onPainting) ?? this.#form;
    this.#forms += 1;
    this.#outOfForm = 0;
  }

  /** What stands for the shop of a record: the known one if it is equal, else the shop itself. */
  #placed(shop: Shop): Shop {
    const known = this.#known;
    if (known === null) {
      this.matcher.passed(shop);
      this.fresh.push(shop);
      return shop;
    }
    if (isSameShop(known, shop)) return known;
    this.mistaken.push(shop.id);
    return shop;
  }
}
