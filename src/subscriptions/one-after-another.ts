/** Work that is done one piece after the other where it has the same key, in the order of its coming. */
export class OneAfterAnother {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work when its turn has come; rejects with its error. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const done = before.then(work);
    const settled = done.catch(() => {}); // whoever asked hears of it
    this.#last.set(key, settled);
    try {
      return await done;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
