import { expect, onTestFinished } from 'vitest';
import { type BotProcess, startBot } from '../../sandbox/bot.ts';

/** Preloads `preload.ts`, which sends a signal or replaces a module at an import. */
export const NODE_OPTIONS = `--import=${new URL('preload.ts', import.meta.url).href}`;

/** A `start.ts` that runs until it is stopped. */
export const RUNS_UNTIL_STOPPED = `
  export async function start(stop) {
    process.stderr.write('running');
    const alive = setInterval(() => {}, 1_000);
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    clearInterval(alive);
  }`;

/** Starts the real process with a task that never ends. */
export async function startHanging(): Promise<BotProcess> {
  const bot = startBot({ NODE_OPTIONS, STAND_IN: RUNS_UNTIL_STOPPED.replace('abort', 'never') });
  onTestFinished(() => void bot.process.kill('SIGKILL'));
  await expect.poll(bot.log).toBe('running');
  return bot;
}
