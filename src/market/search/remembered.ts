import { CopyOnWriteMap } from '../copy-on-write-map.ts';
import { sortInSlices } from '../shops/sort-in-slices.ts';

/** Entries between two yields: well under a millisecond's work. */
const SLICE = 256;

/** `seen`: in how many stacks of shops it stands; 0: it did once, or was heard of. Whoever is not its `writer` makes a record of its own. */
interface Known<Value> {
  readonly key: string;
  readonly value: Value;
  readonly writer: object;
  seen: number;
}

/**
 * What stands in shops, counted, and what once did or was heard of: while more than `limit` are known in all, of these those that
 * went first are dropped. It comes from the one before by `next`, `note` and `forget`, or is made anew by `note` alone; `settle`
 * ends either, and both know the same then.
 */
export class Remembered<Value> {
  readonly #limit: number;
  #known = new CopyOnWriteMap<Known<Value>>();
  /** What stands in no shop, the first that went in front; a record counts only while it is the known one of its key. */
  #kept: Known<Value>[] = [];
  /** What has left its last shop since the last snapshot, though it may be in one again. */
  #gone = new Set<string>();
  #heard: Known<Value>[] = [];
  /** How many stand in shops. */
  #standing = 0;
  #added: Value[] = [];
  #writer = {};
  #isNext = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A copy, for the next snapshot; what is noted in either is not known to the other. */
  next(): Remembered<Value> {
    const next = new Remembered<Value>(this.#limit);
    next.#known = this.#known.next();
    next.#kept = this.#kept.slice();
    next.#standing = this.#standing;
    next.#isNext = true;
    this.#writer = {};
    return next;
  }

  get(key: string): Value | undefined {
    return this.#known.get(key)?.value;
  }

  /** In how many stacks of shops it stands. */
  seen(key: string): number {
    return this.#known.get(key)?.seen ?? 0;
  }

  *values(): Generator<Value, void> {
    for (const { value } of this.#known.values()) yield value;
  }

  /** One stack more stands in a shop. */
  note(key: string, value: Value): void {
    const known = this.#known.get(key);
    const seen = known?.seen ?? 0;
    if (known !== undefined && seen > 0 && known.writer === this.#writer) {
      known.seen++;
      return;
    }
    if (seen === 0) this.#standing++;
    this.#write(key, known === undefined ? value : known.value, seen + 1);
  }

  /**
   * One stack less stands in a shop.
   * @throws Error where none did
   */
  forget(key: string): void {
    const known = this.#known.get(key);
    if (known === undefined || known.seen === 0) throw new Error(`Forgotten more often than noted: ${key}`);
    this.#write(key, known.value, known.seen - 1);
    if (known.seen > 1) return;
    this.#standing--;
    this.#gone.add(key);
  }

  /** It is known from now on, and stays so as if it had stood in a shop. */
  hear(key: string, value: Value): void {
    if (!this.#known.has(key) && this.#heard.length < this.#limit) this.#heard.push(this.#write(key, value, 0));
  }

  /** It stays known, if there is room. */
  keep(key: string, value: Value): void {
    if (!this.#known.has(key) && this.#known.size < this.#limit) this.#kept.push(this.#write(key, value, 0));
  }

  /** What has become known since this was asked last. */
  takeAdded(): readonly Value[] {
    const added = this.#added;
    this.#added = [];
    return added;
  }

  /**
   * Ends the taking in of a snapshot: what `previous` knew stays known.
   * @returns what was dropped for want of room
   */
  *settle(previous: Remembered<Value>): Generator<void, readonly Value[]> {
    const before = this.#isNext ? this : previous;
    const gone: Known<Value>[] = [];
    yield* eachInSlices(this.#isNext ? this.#gone : previous.#allStanding(), (key) => {
      const known = before.#known.get(key);
      if (known !== undefined && this.seen(key) === 0) gone.push(known);
    });
    // What went at once is in one order, however it was found.
    yield* sortInSlices(gone, (a, b) => (a.key < b.key ? -1 : 1));
    const kept = this.#isNext ? [] : previous.#kept;
    yield* eachInSlices(kept, (known) => {
      if (previous.#isKept(known)) this.#keepLast(known);
    });
    yield* eachInSlices([...gone, ...previous.#heard], (known) => this.#keepLast(known));
    this.#gone.clear();
    const dropped = yield* this.#dropFirst();
    yield* this.#clean();
    return dropped;
  }

  *#allStanding(): Generator<string, void> {
    for (const { key, seen } of this.#known.values()) if (seen > 0) yield key;
  }

  #isKept(known: Known<Value>): boolean {
    return known.seen === 0 && this.#known.get(known.key) === known;
  }

  #keepLast({ key, value }: Known<Value>): void {
    if (this.seen(key) === 0) this.#kept.push(this.#write(key, value, 0));
  }

  *#dropFirst(): Generator<void, readonly Value[]> {
    const dropped: Value[] = [];
    let first = 0;
    for (; this.#known.size > this.#limit && first < this.#kept.length; first++) {
      const known = this.#kept[first];
      if (known === undefined || !this.#isKept(known)) continue;
      this.#known.delete(known.key);
      dropped.push(known.value);
      if (dropped.length % SLICE === 0) yield;
    }
    this.#kept = this.#kept.slice(first);
    return dropped;
  }

  /** Lets go of records that count no more, when they are half of all. */
  *#clean(): Generator<void, void> {
    if (this.#kept.length <= 2 * (this.#known.size - this.#standing) + SLICE) return;
    const kept: Known<Value>[] = [];
    yield* eachInSlices(this.#kept, (known) => {
      if (this.#isKept(known)) kept.push(known);
    });
    this.#kept = kept;
  }

  #write(key: string, value: Value, seen: number): Known<Value> {
    const record = { key, value, writer: this.#writer, seen };
    if (!this.#known.has(key)) this.#added.push(value);
    this.#known.set(key, record);
    return record;
  }
}

function* eachInSlices<T>(entries: Iterable<T>, visit: (entry: T) => void): Generator<void, void> {
  let visited = 0;
  for (const entry of entries) {
    visit(entry);
    if (++visited % SLICE === 0) yield;
  }
}
