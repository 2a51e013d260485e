interface Entry<T> {
  readonly at: number;
  readonly value: Promise<T>;
}

/**
 * Work whose outcome is handed to all who ask for the same within `freshMs` of its beginning. At most `most` are kept, those
 * asked for lately; what rejected is not kept.
 */
export class PromiseCache<T> {
  readonly #most: number;
  readonly #freshMs: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry<T>>();

  constructor({ most, freshMs, now }: { most: number; freshMs: number; now: () => number }) {
    this.#most = most;
    this.#freshMs = freshMs;
    this.#now = now;
  }

  /** What `work` gives under this key; it is begun where nothing fresh is known. Rejects as it does. */
  get(key: string, work: () => Promise<T>): Promise<T> {
    const found = this.#entries.get(key);
    const entry = found !== undefined && this.#isFresh(found) ? found : { at: this.#now(), value: work() };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (entry !== found) this.#forgetFailed(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest);
    return entry.value;
  }

  #isFresh({ at }: Entry<T>): boolean {
    const ageMs = this.#now() - at;
    return ageMs >= 0 && ageMs < this.#freshMs; // below 0: the clock was set back
  }

  #forgetFailed(key: string, entry: Entry<T>): void {
    entry.value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key); // whoever asked hears of it; the next one asks again
    });
  }
}
