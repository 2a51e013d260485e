import { yieldToEventLoop } from '../../time/cooperate.ts';
import { SerialQueue } from '../../time/serial-queue.ts';

/**
 * The long work of commands, piece after piece in the order of their coming. In between, what came over the network is looked
 * at: nobody's acknowledgement, for which Discord gives three seconds, waits for the answers of a hundred others. A piece
 * may wait for nothing but this machine, or all after it wait too.
 */
export class WorkQueue {
  readonly #queue = new SerialQueue();

  /** Whether work that comes now has to wait. */
  get isBusy(): boolean {
    return this.#queue.length > 0;
  }

  /** Does the work when its turn has come; rejects with its error. */
  run<T>(work: () => Promise<T> | T): Promise<T> {
    return this.#queue.run(async () => {
      await yieldToEventLoop();
      return work();
    });
  }
}
