import { expect, onTestFinished } from 'vitest';
import { type BotProcess, startBot } from '../../sandbox/bot.ts';

/** Lets a signal or another module stand where a module is imported (see `preload.ts`). */
export const NODE_OPTIONS = `--import=${new URL('preload.ts', import.meta.url).href}`;

/** A `start.ts` that works until it is stopped. */
export const RUNS_UNTIL_STOPPED = `
  export async function start(stop) {
    process.stderr.write('running');
    const alive = setInterval(() => {}, 1_000);
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    clearInterval(alive);
  }`;

/** The real process around something that never ends, running. */
export async function startHanging(): Promise<BotProcess> {
  const bot = startBot({ NODE_OPTIONS, STAND_IN: RUNS_UNTIL_STOPPED.replace('abort', 'never') });
  onTestFinished(() => void bot.process.kill('SIGKILL'));
  await expect.poll(bot.log).toBe('running');
  return bot;
}
