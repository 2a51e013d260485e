import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/time/clock.ts';
import { openWorld } from '../../journeys/world/world.ts';
import { runStream } from '../../service/run-stream.ts';
import { startServiceProcess } from './start-service-process.ts';

/**
 * Stands on: the service in a process that is stopped (SIGSTOP), so that only the kernel responds; the real bot in a
 * process of its own; real time.
 */

const AT_ONCE = 100;

test('fault 15: a hundred streams and the bot detect a stopped service within 35 s, and reconnect', async () => {
  const simulated = await startServiceProcess();
  const world = await openWorld();
  onTestFinished(() => world.close());
  const bot = await world.startProcess({ SERVICE_URL: simulated.url });
  const streams = Array.from({ length: AT_ONCE }, () => runStream({ clock: systemClock, simulated }));
  const live = () => streams.filter(({ stream }) => stream.status().state === 'live').length;
  await expect.poll(live).toBe(AT_ONCE);

  simulated.stop();
  const stoppedAt = performance.now();
  const found = () => [
    streams.filter(({ reasons }) => reasons()[2] === 'silent').length,
    bot.log().includes('Stream down: no connection (silent), retrying'),
  ];
  await expect.poll(found, { interval: 100, timeout: 60_000 }).toEqual([AT_ONCE, true]);
  expect((performance.now() - stoppedAt) / 1_000).toBeLessThan(35);

  simulated.goOn();
  await expect.poll(live).toBe(AT_ONCE);
  await expect.poll(bot.log).toContain('Stream live again');
});
