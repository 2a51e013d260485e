import { once } from 'node:events';
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** A smaller file is read sooner than a thread starts. */
export const LARGE_BYTES = 64 * 1024 * 1024;

/** Whether what reads the whole file is better done in a thread: `/livez` does not answer while the event loop stands still. */
export function isLarge(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= LARGE_BYTES;
}

/**
 * Runs a module in a thread of its own.
 * @param data as its `workerData`
 * @returns the first message that it posts, or null if it fails: the caller repeats the work, and finds out why
 */
export async function inThread<T>(module: URL, data: unknown): Promise<T | null> {
  const worker = new Worker(module, { workerData: data, execArgv: [] });
  try {
    const [posted] = await once(worker, 'message');
    return posted;
  } catch {
    return null;
  } finally {
    await worker.terminate();
  }
}
