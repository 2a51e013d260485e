import { setImmediate } from 'node:timers/promises';

/** How long work goes on before the event loop has its turn. */
const SLICE_MS = 4;

/** Does work to its end, and lets others have their turn at a yield where it went on for long. */
export async function inSlices<T>(work: Generator<void, T>, sliceMs = SLICE_MS): Promise<T> {
  for (let beganMs = performance.now(); ; ) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - beganMs < sliceMs) continue;
    await setImmediate();
    beganMs = performance.now();
  }
}
