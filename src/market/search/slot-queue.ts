const NOWHERE = -1;
const FEW = 256;

/** Small numbers, each once, in the order in which they came; any of them can be taken out. A copy costs microseconds. */
export class SlotQueue {
  /** Those that were taken out may still stand here. */
  #slots: number[] = [];
  /** By slot: where it stands among all that ever came. */
  #placeOf: number[] = [];
  /** The place of the first of `#slots`. */
  #first = 0;
  #size = 0;

  next(): SlotQueue {
    const next = new SlotQueue();
    next.#slots = this.#slots.slice();
    next.#placeOf = this.#placeOf.slice();
    next.#first = this.#first;
    next.#size = this.#size;
    return next;
  }

  has(slot: number): boolean {
    return (this.#placeOf[slot] ?? NOWHERE) !== NOWHERE;
  }

  /** Puts it last, wherever it stood. */
  push(slot: number): void {
    this.remove(slot);
    while (this.#placeOf.length <= slot) this.#placeOf.push(NOWHERE);
    this.#placeOf[slot] = this.#first + this.#slots.length;
    this.#slots.push(slot);
    this.#size++;
  }

  remove(slot: number): void {
    if (!this.has(slot)) return;
    this.#placeOf[slot] = NOWHERE;
    this.#size--;
    if (this.#slots.length > 2 * this.#size + FEW) this.#clean();
  }

  *values(): Generator<number, void> {
    for (const [at, slot] of this.#slots.entries()) if (this.#placeOf[slot] === this.#first + at) yield slot;
  }

  #clean(): void {
    const slots = [...this.values()];
    this.#first += this.#slots.length;
    for (const [at, slot] of slots.entries()) this.#placeOf[slot] = this.#first + at;
    this.#slots = slots;
  }
}
