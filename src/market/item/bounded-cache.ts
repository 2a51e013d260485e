/**
 * A cache with bounded memory and two generations of `size` entries. An entry that is unused for a whole generation is
 * dropped.
 */
export class BoundedCache<Value> {
  readonly #size: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(size: number) {
    this.#size = size;
  }

  /**
   * Returns the cached value, or makes and caches it. `make` receives the key, so that callers need no closure per
   * call.
   */
  get(key: string, make: (key: string) => Value): Value {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const value = this.#old.get(key) ?? make(key);
    this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
