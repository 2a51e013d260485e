import { setImmediate } from 'node:timers/promises';

/** Limits a slice of work. With a garbage collection on top, the event loop is blocked for less than 10 ms. */
const SLICE_MS = 2;

/** Yields to the event loop, which reads what arrived over the network. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/**
 * A slice of work that shares the event loop: 2 ms, then a yield. Measured by the machine's clock, not an injected one,
 * because that is how long other work waits.
 */
export class TimeSlice {
  #beganMs = performance.now();

  /**
   * Returns whether the 2 ms are over. Tight loops ask this first, because awaiting nothing costs more than their work.
   */
  isOver(): boolean {
    return performance.now() - this.#beganMs >= SLICE_MS;
  }

  /** Yields to the event loop if the slice is over, and begins another. */
  async yieldIfOver(): Promise<void> {
    if (!this.isOver()) return;
    await yieldToEventLoop();
    this.#beganMs = performance.now();
  }
}

/** Runs work to its end. Yields to the event loop at a yield of the work after each slice. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  const slice = new TimeSlice();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (slice.isOver()) await slice.yieldIfOver();
  }
}
