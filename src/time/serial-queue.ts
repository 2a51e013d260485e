/** Runs tasks one after the other, in the order of the calls. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  /** The number of tasks that wait or run. */
  get length(): number {
    return this.#length;
  }

  /**
   * Runs the task in its turn.
   * @throws the task's error
   */
  run<T>(work: () => Promise<T> | T): Promise<T> {
    this.#length += 1;
    const done = this.#last.then(() => this.#do(work));
    this.#last = done.catch(() => {}); // The caller of `run` gets the error.
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

/** Runs tasks of the same key one after the other. */
export class KeyedMutex {
  readonly #queues = new Map<string, SerialQueue>();

  /**
   * Runs the task in its turn.
   * @throws the task's error
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? new SerialQueue();
    this.#queues.set(key, queue);
    try {
      return await queue.run(work);
    } finally {
      if (queue.length === 0 && this.#queues.get(key) === queue) this.#queues.delete(key);
    }
  }
}
