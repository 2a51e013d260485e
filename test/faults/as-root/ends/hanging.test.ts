import { expect, test } from 'vitest';
import { startHanging } from '../../../process/start-hanging.ts';
import { expectEndInTime } from './measure-end.ts';

/** Stands on: the real process around a start that never ends; real time. */

test('fault 60: SIGTERM ends the process with 0 within five seconds even if its start hangs', async () => {
  await expectEndInTime(await startHanging());
});

test('fault 61: a second SIGTERM ends the process at once while its start hangs', async () => {
  const bot = await startHanging();
  bot.process.kill('SIGTERM');
  const began = performance.now();
  const again = setInterval(() => bot.process.kill('SIGTERM'), 100);
  expect(await bot.exited).toBe(0);
  clearInterval(again);
  expect(performance.now() - began).toBeLessThan(2_000);
});
