/** Which of the numbers 0 to `size` - 1 belong together, when that is learned pair by pair (a union-find). */
export class Clusters {
  readonly #parents: Int32Array;

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, at) => at);
  }

  join(a: number, b: number): void {
    this.#parents[this.of(a)] = this.of(b);
  }

  /** The cluster's name: one of its numbers, until the next `join`. */
  of(member: number): number {
    let at = member;
    for (;;) {
      const parent = this.#parents[at] ?? at;
      if (parent === at) return at;
      const grandparent = this.#parents[parent] ?? parent;
      this.#parents[at] = grandparent;
      at = grandparent;
    }
  }
}
