import { SerialQueue } from './serial-queue.ts';

/** Work that is done one piece after the other where it has the same key, in the order of its coming. */
export class KeyedMutex {
  readonly #queues = new Map<string, SerialQueue>();

  /** Does the work when its turn has come; rejects with its error. */
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
