import { setImmediate } from 'node:timers/promises';

/** How long work goes on before the event loop has its turn: with a collection of garbage on top it stays under 10 ms. */
const SLICE_MS = 2;

/** Lets the event loop have its turn: what came over the network meanwhile is looked at. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/**
 * Work that shares the event loop: it goes on for 2 ms, then others have their turn. Measured by the machine's own time,
 * whatever clock the work is told, since that is what others wait in.
 */
export class TimeSlice {
  #beganMs = performance.now();

  /** The 2 ms are over. Tight loops ask this first: to await nothing would cost them more than the work. */
  isOver(): boolean {
    return performance.now() - this.#beganMs >= SLICE_MS;
  }

  /** Lets the event loop have its turn if the slice is over, and begins another. */
  async yieldIfOver(): Promise<void> {
    if (!this.isOver()) return;
    await yieldToEventLoop();
    this.#beganMs = performance.now();
  }
}

/** Does work to its end, and lets others have their turn at a yield of it where it went on for long. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  const slice = new TimeSlice();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (slice.isOver()) await slice.yieldIfOver();
  }
}
