import process from 'node:process';

/** What a piece of work cost: wall time, the longest moment the event loop stood still (ms), and the peak of memory (bytes). */
export interface Cost {
  readonly wallMs: number;
  readonly longestStallMs: number;
  readonly peakBytes: number;
}

/** Does the work while a timer of 1 ms looks at how late it is: the longest stall counts, since percentiles hide it. */
export async function costOf<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly cost: Cost }> {
  let longestStallMs = 0;
  let peakBytes = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    longestStallMs = Math.max(longestStallMs, now - last - 1);
    last = now;
  };
  const weigh = () => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  };
  const timers = [setInterval(look, 1), setInterval(weigh, 20)];
  const began = performance.now();
  const value = await work();
  const wallMs = performance.now() - began;
  look();
  weigh();
  for (const timer of timers) clearInterval(timer);
  return { value, cost: { wallMs, longestStallMs, peakBytes } };
}
