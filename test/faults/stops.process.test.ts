import { expect, test } from 'vitest';
import { startWithBacklog, stopTwice } from './backlog.ts';

/**
 * Stands on: the real bot in a process of its own that is ended in several ways, over sockets to a Discord that answers
 * no message.
 */

/** On SIGUSR2 the bot allocates memory until it runs out. */
const EXHAUST_HEAP = "process.on('SIGUSR2', () => { for (const all = []; ; ) all.push(new Array(1e5).fill(0.5)); })";
const NODE_OPTIONS = `--max-old-space-size=64 --import=data:text/javascript,${encodeURIComponent(EXHAUST_HEAP)}`;

test('fault 60: SIGTERM with a backlog exits with 0, and the next start sends all, once and in order', async () => {
  const { bot, nextStartSendsAll } = await startWithBacklog();
  expect(await bot.stop()).toBe(0);
  await nextStartSendsAll();
});

test('fault 61: a second SIGTERM exits with 0, and the next start sends the backlog, once and in order', async () => {
  const { bot, nextStartSendsAll } = await startWithBacklog();
  expect((await stopTwice(bot)).code).toBe(0);
  await nextStartSendsAll();
});

test('fault 63: an exhausted heap ends the process, and the next start sends the backlog once', async () => {
  const { bot, nextStartSendsAll } = await startWithBacklog({ NODE_OPTIONS });
  bot.process.kill('SIGUSR2');
  expect(await bot.exited).not.toBe(0);
  expect(bot.log()).toContain('heap out of memory');
  await nextStartSendsAll();
});
