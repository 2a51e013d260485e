import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Runs a module in a thread until it posts its first message, which is returned.
 * @param signal ends the thread
 * @throws the thread's error, or an AbortError
 */
export async function threadMessage<T>(module: URL, workerData: unknown, signal?: AbortSignal): Promise<T> {
  const worker = new Worker(module, { workerData, execArgv: [] });
  try {
    const [posted] = await once(worker, 'message', { signal });
    return posted;
  } finally {
    await worker.terminate();
  }
}
