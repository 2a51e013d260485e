import { PerformanceObserver } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { sumMs } from './cost.ts';

/** How a piece of work held up the event loop, ms. */
export interface Stalls {
  /** From its beginning to its end. */
  readonly wallMs: number;
  /** The longest stall by the clock, including waits for the disk and for other processes. */
  readonly longestMs: number;
  /** The part of it that passed in pauses of the garbage collector. */
  readonly gcMs: number;
  /**
   * The longest uninterrupted CPU time of the main thread, perhaps at another moment; some kernels count it in ticks of
   * 4 ms.
   */
  readonly stretchMs: number;
  /** The peak of resident memory. */
  readonly peakBytes: number;
}

/**
 * Runs the work while a timer of 1 ms measures its own delay. It reports the longest stall, since percentiles hide it.
 */
export async function stallsOf<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly stalls: Stalls }> {
  const pauses = watchPauses();
  const loop = watchLoop();
  const memory = watchMemory();
  const began = performance.now();
  const value = await work();
  const wallMs = performance.now() - began;
  const peakBytes = memory.end();
  const { from, to, stretchMs } = loop.end();
  const gcMs = await pauses.between(from, to);
  return { value, stalls: { wallMs, longestMs: to - from, gcMs, stretchMs, peakBytes } };
}

function watchLoop() {
  let longest = { from: 0, to: 0 };
  let stretchMs = 0;
  let [last, cpu] = [performance.now(), process.threadCpuUsage()];
  const measure = () => {
    const [now, cpuNow] = [performance.now(), process.threadCpuUsage()];
    // A timer of 1 ms that comes on time has waited for 1 ms.
    const from = last + 1;
    if (now - from > longest.to - longest.from) longest = { from, to: now };
    stretchMs = Math.max(stretchMs, sumMs(cpuNow) - sumMs(cpu));
    [last, cpu] = [now, cpuNow];
  };
  const timer = setInterval(measure, 1);
  return {
    end() {
      measure();
      clearInterval(timer);
      return { ...longest, stretchMs };
    },
  };
}

function watchMemory() {
  let peakBytes = 0;
  const weigh = () => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  };
  const timer = setInterval(weigh, 20);
  return {
    end() {
      weigh();
      clearInterval(timer);
      return peakBytes;
    },
  };
}

function watchPauses() {
  const pauses: { readonly from: number; readonly to: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) pauses.push({ from: startTime, to: startTime + duration });
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    /** Milliseconds of pauses between two moments of `performance.now()`. */
    async between(from: number, to: number): Promise<number> {
      // The observer reports its last entries in a later turn.
      await wait(10);
      observer.disconnect();
      return pauses.reduce((ms, pause) => ms + Math.max(0, Math.min(to, pause.to) - Math.max(from, pause.from)), 0);
    },
  };
}
