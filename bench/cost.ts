import process from 'node:process';

/** What a piece of work cost, ms. Nothing else looks on meanwhile: a timer of 1 ms would cost a twentieth of a core itself. */
export interface Cost {
  readonly wallMs: number;
  readonly mainCpuMs: number;
  /** Of all threads: with the collector's, the file system's and zlib's. */
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

/** What a synchronous piece of work cost the main thread, ms of CPU. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return sumMs(process.threadCpuUsage(before));
}

export function sumMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
