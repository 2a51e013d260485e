import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { runOnStore } from '../src/start.ts';
import { systemClock } from '../src/time/clock.ts';
import { recordingLog } from './log/recording-log.ts';

test('told to stop while PostgreSQL is not reached: it ends at once', async () => {
  const stop = new AbortController();
  const waits = new EventTarget();
  const clock = {
    ...systemClock,
    sleep: () => {
      waits.dispatchEvent(new Event('wait'));
      return new Promise<void>(() => {});
    },
  };
  const config = readConfig({
    DISCORD_TOKEN: 'a.b.c',
    SERVICE_URL: 'http://127.0.0.1:9',
    STORE_URL: 'postgres://crier@127.0.0.1:1/crier',
  });
  const waiting = once(waits, 'wait');
  const running = runOnStore(
    { config, clock, random: Math.random, log: { ...recordingLog(), dropped: () => 0 } },
    stop,
  );
  await waiting;
  stop.abort();
  expect(await running).toBeUndefined();
});
