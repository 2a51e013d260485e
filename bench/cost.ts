import { PerformanceObserver } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

/** The longest moments in which the event loop stood still. */
export interface Stalls {
  /** By the clock: with what the main thread waited, for the disk or because the machine was busy with others. */
  readonly wallMs: number;
  /** What of that was spent in pauses of the garbage collector. */
  readonly gcMs: number;
  /** The most that the main thread worked at a stretch. */
  readonly cpuMs: number;
}

/** What a piece of work cost; times in ms of wall or of CPU, the peak of resident memory in bytes. */
export interface Cost {
  readonly wallMs: number;
  readonly mainCpuMs: number;
  /** Of all threads: with the collector's, the file system's and zlib's. */
  readonly processCpuMs: number;
  readonly longest: Stalls;
  readonly peakBytes: number;
}

/** What a synchronous piece of work cost the main thread, ms of CPU. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return sumMs(process.threadCpuUsage(before));
}

/** Does the work while a timer of 1 ms looks at how late it is: the longest stall counts, since percentiles hide it. */
export async function costOf<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly cost: Cost }> {
  const pauses = watchPauses();
  const stalls = watchStalls();
  const memory = watchMemory();
  const [wall, main, all] = [performance.now(), process.threadCpuUsage(), process.cpuUsage()];
  const value = await work();
  const used = {
    wallMs: performance.now() - wall,
    mainCpuMs: sumMs(process.threadCpuUsage(main)),
    processCpuMs: sumMs(process.cpuUsage(all)),
    peakBytes: memory.end(),
  };
  const { from, to, cpuMs } = stalls.end();
  const longest = { wallMs: to - from, cpuMs, gcMs: await pauses.between(from, to) };
  return { value, cost: { ...used, longest } };
}

function watchStalls() {
  let longest = { from: 0, to: 0 };
  let cpuMs = 0;
  let [last, cpu] = [performance.now(), process.threadCpuUsage()];
  const look = () => {
    const [now, cpuNow] = [performance.now(), process.threadCpuUsage()];
    // A timer of 1 ms that comes on time has waited for 1 ms.
    const from = last + 1;
    if (now - from > longest.to - longest.from) longest = { from, to: now };
    cpuMs = Math.max(cpuMs, sumMs(cpuNow) - sumMs(cpu));
    [last, cpu] = [now, cpuNow];
  };
  const timer = setInterval(look, 1);
  return {
    end() {
      look();
      clearInterval(timer);
      return { ...longest, cpuMs };
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
    for (const { startTime, duration } of list.getEntries()) {
      pauses.push({ from: startTime, to: startTime + duration });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    /** Milliseconds of pauses between two moments of `performance.now()`. */
    async between(from: number, to: number): Promise<number> {
      // What was observed last is told in a later turn.
      await wait(10);
      observer.disconnect();
      return pauses.reduce((ms, pause) => ms + Math.max(0, Math.min(to, pause.to) - Math.max(from, pause.from)), 0);
    },
  };
}

function sumMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
