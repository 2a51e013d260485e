import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { runOnStore } from '../src/start.ts';
import { systemClock } from '../src/time/clock.ts';
import { VERSION } from '../src/version.ts';
import { recordingLog } from './log/recording-log.ts';
import { freePort } from './monitor/free-port.ts';

/** Starts on an unreachable PostgreSQL. Resolves when it waits for the next try. */
async function startWithoutPostgres(more: Readonly<Record<string, string>> = {}) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
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
    ...more,
  });
  const waiting = once(waits, 'wait');
  const running = runOnStore(
    { config, clock, random: Math.random, log: { ...recordingLog(), dropped: () => 0 } },
    stop,
  );
  await waiting;
  return { stop, running };
}

test('a stop while PostgreSQL is unreachable ends the start at once', async () => {
  const { stop, running } = await startWithoutPostgres();
  stop.abort();
  expect(await running).toBeUndefined();
});

// Regression: nothing listened before the store was open, so a supervisor that restarts unresponsive processes ended
// every start.
test('while the store is opening, /livez succeeds, and /readyz states why Crier is not ready', async () => {
  const port = await freePort();
  const { stop, running } = await startWithoutPostgres({ HTTP_PORT: String(port) });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await ask('/livez')).status).toBe(200);
  const ready = await ask('/readyz');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ well: false, why: ['Crier starts: opening the store'], trouble: null });
  const metrics = (await (await ask('/metrics')).text()).split('\n').filter((line) => /^\w/.test(line));
  expect(metrics).toEqual([`crier_build_info{version="${VERSION}"} 1`, 'crier_ready 0']);
  stop.abort();
  await running;
});
