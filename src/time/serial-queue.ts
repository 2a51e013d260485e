/** Work that is done one piece after the other, in the order of its coming. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  /** How many pieces wait or are being done. */
  get length(): number {
    return this.#length;
  }

  /** Does the work when its turn has come; rejects with its error. */
  run<T>(work: () => Promise<T> | T): Promise<T> {
    this.#length += 1;
    const done = this.#last.then(() => this.#do(work));
    this.#last = done.catch(() => {}); // whoever asked hears of it
    return done;
  }

  async #do<T>(work: () => Promise<T> | T): Promise<T> {
    try {
      return await work();
    } finally {
      this.#length -= 1;
    }
  }
}
