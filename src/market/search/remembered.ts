import { CopyOnWriteMap } from '../copy-on-write-map.ts';
import { eachInSlices } from '../shops/in-slices.ts';
import { sortInSlices } from '../shops/sort-in-slices.ts';
import { SlotQueue } from './slot-queue.ts';

/** `slot`: where its numbers stand. */
interface Known<Value> {
  readonly key: string;
  readonly value: Value;
  readonly slot: number;
}

/**
 * What stands in shops, counted, and what once did or was heard of: while more than `limit` are known in all, of these those that
 * went first are dropped. It comes from the one before by `next`, `note` and `forget`, or is made anew by `note` alone; `settle`
 * ends either, and both know the same then.
 */
export class Remembered<Value> {
  readonly #limit: number;
  #known = new CopyOnWriteMap<Known<Value>>();
  #bySlot: (Known<Value> | undefined)[] = [];
  #freeSlots: number[] = [];
  /** By slot: in how many stacks of shops it stands. */
  #seen: number[] = [];
  /** What stands in no shop, in the order in which it left the last one. */
  #kept = new SlotQueue();
  /** What has left its last shop since the last snapshot, though it may be in one again. */
  readonly #gone = new Set<Known<Value>>();
  readonly #heard: Known<Value>[] = [];
  /** How many of the snapshot before were heard of when this one was settled. */
  #heardBefore = 0;
  #added: Value[] = [];
  #isNext = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A copy, for the next snapshot; what is noted in either is not known to the other. */
  next(): Remembered<Value> {
    const next = new Remembered<Value>(this.#limit);
    next.#known = this.#known.next();
    next.#bySlot = this.#bySlot.slice();
    next.#freeSlots = this.#freeSlots.slice();
    next.#seen = this.#seen.slice();
    next.#kept = this.#kept.next();
    next.#isNext = true;
    return next;
  }

  get(key: string): Value | undefined {
    return this.#known.get(key)?.value;
  }

  /** In how many stacks of shops it stands. */
  seen(key: string): number {
    return this.#seen[this.#known.get(key)?.slot ?? -1] ?? 0;
  }

  *values(): Generator<Value, void> {
    for (const { value } of this.#known.values()) yield value;
  }

  /** So many stacks more stand in shops. */
  note(key: string, value: Value, stacks: number): void {
    const { slot } = this.#known.get(key) ?? this.#add(key, value);
    const seen = this.#seen[slot] ?? 0;
    this.#seen[slot] = seen + stacks;
    if (seen === 0) this.#kept.remove(slot);
  }

  /**
   * So many stacks less stand in shops.
   * @throws Error where so many did not
   */
  forget(key: string, stacks: number): void {
    const known = this.#known.get(key);
    const seen = this.seen(key);
    if (known === undefined || seen < stacks) throw new Error(`Forgotten more often than noted: ${key}`);
    this.#seen[known.slot] = seen - stacks;
    if (seen === stacks) this.#gone.add(known);
  }

  /** It is known from now on, and stays so as if it had stood in a shop. */
  hear(key: string, value: Value): void {
    if (!this.#known.has(key) && this.#heard.length < this.#limit) this.#heard.push(this.#add(key, value));
  }

  /** Hears of what `previous` has heard of since this one was settled. */
  hearAgain(previous: Remembered<Value>): void {
    for (const { key, value } of previous.#heard.slice(this.#heardBefore)) this.hear(key, value);
  }

  /** It stays known, if there is room. */
  keep(key: string, value: Value): void {
    if (!this.#known.has(key) && this.#known.size < this.#limit) this.#kept.push(this.#add(key, value).slot);
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
    const gone: Known<Value>[] = [];
    yield* eachInSlices(this.#isNext ? this.#gone : previous.#standing(), (known) => {
      if (this.seen(known.key) === 0) gone.push(known);
    });
    // What went at once is in one order, however it was found.
    yield* sortInSlices(gone, (a, b) => (a.key < b.key ? -1 : 1));
    const keep = (known: Known<Value> | undefined) => {
      if (known === undefined || this.seen(known.key) > 0) return;
      this.#kept.push((this.#known.get(known.key) ?? this.#add(known.key, known.value)).slot);
    };
    if (!this.#isNext) yield* eachInSlices(previous.#kept.values(), (slot) => keep(previous.#bySlot[slot]));
    this.#heardBefore = previous.#heard.length;
    yield* eachInSlices([...gone, ...previous.#heard], keep);
    this.#gone.clear();
    return yield* this.#dropFirst();
  }

  *#standing(): Generator<Known<Value>, void> {
    for (const known of this.#known.values()) if ((this.#seen[known.slot] ?? 0) > 0) yield known;
  }

  *#dropFirst(): Generator<void, readonly Value[]> {
    const first: Known<Value>[] = [];
    for (const slot of this.#kept.values()) {
      if (first.length >= this.#known.size - this.#limit) break;
      const known = this.#bySlot[slot];
      if (known !== undefined) first.push(known);
    }
    yield* eachInSlices(first, ({ key, slot }) => {
      this.#known.delete(key);
      this.#kept.remove(slot);
      this.#bySlot[slot] = undefined;
      this.#freeSlots.push(slot);
    });
    return first.map(({ value }) => value);
  }

  #add(key: string, value: Value): Known<Value> {
    const known = { key, value, slot: this.#freeSlots.pop() ?? this.#bySlot.length };
    this.#known.set(key, known);
    this.#bySlot[known.slot] = known;
    this.#seen[known.slot] = 0;
    this.#added.push(value);
    return known;
  }
}
