import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Content, ContentRead } from './read-content.ts';
import { type Unread, unread } from './source-answer.ts';

/**
 * Reads content in a thread. JSON is parsed in one step, which can take a second.
 * @param signal ends the thread
 */
export async function readInThread(content: Content, signal: AbortSignal): Promise<ContentRead | Unread> {
  const worker = new Worker(new URL('./landmark-thread.ts', import.meta.url), { workerData: content, execArgv: [] });
  try {
    const [answer] = await once(worker, 'message', { signal });
    return answer;
  } catch (error) {
    if (!signal.aborted) throw error;
    return unread('it takes too long to read', 'Name a source with fewer markers.');
  } finally {
    await worker.terminate();
  }
}
