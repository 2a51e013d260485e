import { threadMessage } from '../time/thread-message.ts';
import type { Content, ContentRead } from './read-content.ts';
import { type Unread, unread } from './source-answer.ts';

const LANDMARK_THREAD = new URL('./landmark-thread.ts', import.meta.url);

/**
 * Reads content in a thread. JSON is parsed in one step, which can take a second.
 * @param signal ends the thread
 */
export async function readInThread(content: Content, signal: AbortSignal): Promise<ContentRead | Unread> {
  try {
    return await threadMessage<ContentRead | Unread>(LANDMARK_THREAD, content, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return unread('it takes too long to read', 'Name a source with fewer markers.');
  }
}
