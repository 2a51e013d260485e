import process from 'node:process';

/**
 * The cost of a piece of work, ms. Nothing samples meanwhile: a timer of 1 ms alone would use a twentieth of a core.
 */
export interface Cost {
  readonly wallMs: number;
  readonly mainCpuMs: number;
  /** CPU time of all threads, including those of the garbage collector, the file system and zlib. */
  readonly processCpuMs: number;
}

export async function costOf<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly cost: Cost }> {
  const [wall, main, all] = [performance.now(), process.threadCpuUsage(), process.cpuUsage()];
  const value = await work();
  const cost = {
    wallMs: performance.now() - wall,
    mainCpuMs: sumMs(process.threadCpuUsage(main)),
    processCpuMs: sumMs(process.cpuUsage(all)),
  };
  return { value, cost };
}

/** The main thread's CPU time for a synchronous piece of work, ms. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return sumMs(process.threadCpuUsage(before));
}

export function sumMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
