import { yieldToEventLoop } from '../../time/cooperate.ts';

/**
 * The long work of commands, piece after piece in the order of their coming. In between, what came over the network is looked
 * at: nobody's acknowledgement, for which Discord gives three seconds, waits for the answers of a hundred others. A piece
 * may wait for nothing but this machine, or all after it wait too.
 */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  /** Whether work that comes now has to wait. */
  get isBusy(): boolean {
    return this.#length > 0;
  }

  /** Does the work when its turn has come; rejects with its error. */
  run<T>(work: () => Promise<T> | T): Promise<T> {
    this.#length += 1;
    const done = this.#last.then(() => this.#next(work));
    this.#last = done.catch(() => {}); // whoever asked hears of it
    return done;
  }

  async #next<T>(work: () => Promise<T> | T): Promise<T> {
    await yieldToEventLoop();
    try {
      return await work();
    } finally {
      this.#length -= 1;
    }
  }
}
