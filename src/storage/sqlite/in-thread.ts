import { once } from 'node:events';
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** A smaller file is read sooner than a thread starts. */
const LEAST_BYTES = 64 * 1024 * 1024;

/** Whether what reads the whole file is better done in a thread: `/livez` does not answer while the event loop stands still. */
export function isLarge(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= LEAST_BYTES;
}

/** Runs a module on a path in a thread of its own, and resolves with what it posts; null: it failed, and here may be found out why. */
export async function inThread(module: URL, path: string): Promise<unknown> {
  const worker = new Worker(module, { workerData: path, execArgv: [] });
  try {
    const [posted] = await once(worker, 'message');
    return posted;
  } catch {
    return null;
  } finally {
    await worker.terminate();
  }
}
