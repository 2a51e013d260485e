import { fork } from 'node:child_process';
import { once } from 'node:events';
import { AS_STARTED } from './as-started.ts';

/**
 * What JSON.parse of a body costs in a process of its own with the flags of `npm start`: the unit for a bot whose memory must
 * not be changed by the measuring.
 */
export function startParseUnit() {
  const child = fork(new URL('parse-process.ts', import.meta.url), AS_STARTED);
  return {
    /** Main-thread CPU, ms. */
    async parseMs(url: string): Promise<number> {
      child.send(url);
      const [parseMs] = await once(child, 'message');
      return parseMs;
    },
    close: () => child.disconnect(),
  };
}
