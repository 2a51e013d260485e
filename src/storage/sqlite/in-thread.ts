import { once } from 'node:events';
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Bytes. A thread takes longer to start than a smaller file to read. */
export const LARGE_BYTES = 64 * 1024 * 1024;

const WORKER = new URL('../migrations/worker.ts', import.meta.url);

/** A task of `migrations/worker.ts`. */
export interface ThreadTask {
  readonly kind: 'inspect' | 'migrate' | 'convert';
  /** A path of a database, or the `LegacyFiles` to convert. */
  readonly input: unknown;
}

/** Whether a thread should read the file. `/livez` does not answer while the event loop is blocked. */
export function isLarge(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= LARGE_BYTES;
}

/**
 * Runs a task in a thread of its own.
 * @returns the message that it posts, or null if it fails: the caller then repeats the work and gets the error
 */
export async function inThread<T>(task: ThreadTask): Promise<T | null> {
  const worker = new Worker(WORKER, { workerData: task, execArgv: [] });
  try {
    const [posted] = await once(worker, 'message');
    return posted;
  } catch {
    return null;
  } finally {
    await worker.terminate();
  }
}
