/** Remembers results in bounded memory: what was not asked for during a whole generation of `size` entries is forgotten. */
export class Memo<Value> {
  readonly #size: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(size: number) {
    this.#size = size;
  }

  /** The remembered value of `key`, else what `make` gives, remembered from now on. A closure would be made with every call. */
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
