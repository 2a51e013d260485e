import { RecordHash } from '../records/record-hash.ts';
import type { ByteCursor } from './byte-cursor.ts';
import type { Literal } from './literal.ts';
import type { PartCache } from './part-cache.ts';

/** A place in a record where a value stands, of which each record has another. */
export interface Slot {
  /** Goes over the value, up to the literal after it, and keeps it; false: it is not what may stand here. */
  read(cursor: ByteCursor, next: Literal): boolean;
}

/** Holds an integer of `least` at least. */
export class IntegerSlot implements Slot {
  value = 0;
  readonly #least: number;

  constructor(least = Number.NEGATIVE_INFINITY) {
    this.#least = least;
  }

  read(cursor: ByteCursor): boolean {
    this.value = cursor.number();
    return Number.isInteger(this.value) && this.value >= this.#least;
  }
}

/** Holds a price: a number from 0, decimals too. */
export class PriceSlot implements Slot {
  value = 0;

  read(cursor: ByteCursor): boolean {
    this.value = cursor.number();
    return this.value >= 0;
  }
}

/** Longer parts are rare, and would fill the memory. */
const LONGEST = 512;
const hash = new RecordHash();

/** Holds what was made of a part that many records share: of all that have the same bytes only the first is parsed. */
export class PartSlot<Value> implements Slot {
  value: Value | null = null;
  readonly #cache: PartCache<Value>;
  readonly #make: (value: unknown) => Value | null;

  /** `make`: of the part as JSON.parse gives it; null: it is broken. */
  constructor(cache: PartCache<Value>, make: (value: unknown) => Value | null) {
    this.#cache = cache;
    this.#make = make;
  }

  read(cursor: ByteCursor, next: Literal): boolean {
    const { at } = cursor;
    const end = cursor.find(next);
    if (end <= at) return false;
    hash.of(cursor.view, at, end);
    this.value = this.#cache.get(hash) ?? this.#readAnew(cursor.bytes, at, end);
    cursor.at = end;
    return this.value !== null;
  }

  #readAnew(bytes: Buffer, from: number, to: number): Value | null {
    const value = this.#parse(bytes.toString('utf8', from, to));
    if (value !== null && to - from <= LONGEST) this.#cache.set(hash, value);
    return value;
  }

  #parse(text: string): Value | null {
    try {
      return this.#make(JSON.parse(text));
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }
}
