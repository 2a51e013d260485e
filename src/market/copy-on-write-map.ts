const PARTS = 1_024;

/**
 * A map by texts, in parts. A copy shares all parts with its original; of a part that one of the two writes to, it takes a copy
 * for itself first. So a copy of tens of thousands of entries costs microseconds, and a write as much as one part.
 */
export class CopyOnWriteMap<Value> {
  #parts: (Map<string, Value> | undefined)[] = new Array(PARTS).fill(undefined);
  /** By part: 1 where no other map has it. */
  #isOwn = new Uint8Array(PARTS);
  #size = 0;

  /** A map of the same entries; what is written to either is not seen in the other. */
  next(): CopyOnWriteMap<Value> {
    const next = new CopyOnWriteMap<Value>();
    next.#parts = this.#parts.slice();
    next.#size = this.#size;
    this.#isOwn.fill(0);
    return next;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    return this.#parts[partOf(key)]?.get(key);
  }

  has(key: string): boolean {
    return this.#parts[partOf(key)]?.has(key) ?? false;
  }

  set(key: string, value: Value): void {
    const part = this.#ownPart(partOf(key));
    const before = part.size;
    part.set(key, value);
    this.#size += part.size - before;
  }

  delete(key: string): void {
    if (this.has(key) && this.#ownPart(partOf(key)).delete(key)) this.#size--;
  }

  /** In no order that means anything; may be gone through more than once. */
  keys(): Iterable<string> {
    return { [Symbol.iterator]: () => this.#entriesBy((part) => part.keys()) };
  }

  /** The same for the values. */
  values(): Iterable<Value> {
    return { [Symbol.iterator]: () => this.#entriesBy((part) => part.values()) };
  }

  *#entriesBy<Entry>(entriesOf: (part: ReadonlyMap<string, Value>) => Iterable<Entry>): Generator<Entry, void> {
    for (const part of this.#parts) if (part !== undefined) yield* entriesOf(part);
  }

  #ownPart(index: number): Map<string, Value> {
    const known = this.#parts[index];
    if (known !== undefined && this.#isOwn[index] === 1) return known;
    const own = new Map(known);
    this.#parts[index] = own;
    this.#isOwn[index] = 1;
    return own;
  }
}

/** FNV-1a. */
function partOf(key: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) mixed = Math.imul(mixed ^ key.charCodeAt(at), 0x01000193);
  return (mixed ^ (mixed >>> 15)) & (PARTS - 1);
}
