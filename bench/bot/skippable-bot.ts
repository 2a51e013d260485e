import { fork } from 'node:child_process';
import { once } from 'node:events';
import { AS_STARTED } from './as-started.ts';

export interface Ask {
  /** How far the bot's clock skips before it answers; 0 for not at all. */
  readonly skipMs: number;
}

/** Usage of the bot's process so far: CPU time of all its threads, and resident memory. */
export interface Usage {
  readonly cpuMs: number;
  readonly residentBytes: number;
}

export type SkippableBot = ReturnType<typeof startSkippableBot>;

/** @param environment the variables for `npm start` */
export function startSkippableBot(environment: Readonly<Record<string, string>>) {
  const program = new URL('skippable-process.ts', import.meta.url);
  const child = fork(program, [JSON.stringify(environment)], AS_STARTED);
  const exited = once(child, 'exit');
  async function ask(question: Ask): Promise<Usage> {
    child.send(question);
    const [usage] = await Promise.race([
      once(child, 'message'),
      exited.then(([code]) => Promise.reject(new Error(`the bot has ended: ${code}`))),
    ]);
    return usage as Usage;
  }
  return {
    usage: () => ask({ skipMs: 0 }),
    skip: (skipMs: number) => ask({ skipMs }),
    async stop(): Promise<void> {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
