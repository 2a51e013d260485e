import { fork } from 'node:child_process';
import { once } from 'node:events';
import { AS_STARTED } from './as-started.ts';

/**
 * Measures JSON.parse of a body in a separate process with the flags of `npm start`. It is the unit for a bot whose
 * memory the measurement must not change.
 */
export function startParseUnit() {
  const child = fork(new URL('parse-process.ts', import.meta.url), AS_STARTED);
  return {
    /** Main-thread CPU time, ms. */
    async parseMs(url: string): Promise<number> {
      child.send(url);
      const [parseMs] = await once(child, 'message');
      return parseMs;
    },
    close: () => child.disconnect(),
  };
}
