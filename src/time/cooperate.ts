import { setImmediate } from 'node:timers/promises';

/** How long work goes on before the event loop has its turn: with a collection of garbage on top it stays under 10 ms. */
const SLICE_MS = 2;

/** Does work to its end, and lets others have their turn at a yield where it went on for long. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  for (let beganMs = performance.now(); ; ) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - beganMs < SLICE_MS) continue;
    await setImmediate();
    beganMs = performance.now();
  }
}
