import { expect, onTestFinished, test } from 'vitest';
import { startBot } from '../../src/sandbox/bot.ts';

const NODE_OPTIONS = `--import=${new URL('preload.ts', import.meta.url).href}`;

test.each(['./start.ts', 'discord.js'])(
  '79: SIGTERM while %s is loaded ends the process with exit code 0',
  async (module) => {
    const bot = startBot({ NODE_OPTIONS, SIGNAL_AT: module });
    expect(await bot.exited).toBe(0);
    expect(bot.log()).toBe('');
  },
);

const RUNS_UNTIL_STOPPED = `
  export const formatFault = String;
  export async function start(stop) {
    process.stderr.write('running');
    const alive = setInterval(() => {}, 1_000);
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    clearInterval(alive);
  }`;

test('SIGTERM between loading and running is not lost', async () => {
  const bot = startBot({ NODE_OPTIONS, STAND_IN: `process.kill(process.pid, 'SIGTERM'); ${RUNS_UNTIL_STOPPED}` });
  expect(await bot.exited).toBe(0);
});

test('SIGTERM ends the process with exit code 0 even where something never ends', async () => {
  const bot = startBot({ NODE_OPTIONS, STAND_IN: RUNS_UNTIL_STOPPED.replace('abort', 'never') });
  onTestFinished(() => void bot.process.kill('SIGKILL'));
  await expect.poll(bot.log, { timeout: 20_000 }).toBe('running');
  expect(await bot.stop()).toBe(0);
});
