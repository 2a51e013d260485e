import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/time/clock.ts';
import { beforeDeadline, countedMs, Deadline } from '../../src/time/deadline.ts';
import { ManualClock } from './manual-clock.ts';

/** Stands on: the event loop, really blocked by a busy loop; a server in a worker thread. */

/** Blocks the event loop. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Advances the clock, and lets the event loop run as often as a verdict needs. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  await clock.run(ms);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

/** Blocks the event loop in turns of `ms` until the signal aborts. */
async function keepBusy(ms: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    block(ms);
    await new Promise(setImmediate);
  }
}

function deadlineOn(clock: ManualClock, ms: number): Deadline {
  const deadline = new Deadline({ ms, clock });
  onTestFinished(() => deadline.end());
  return deadline;
}

test('a deadline expires with a TimeoutError after its time while the process is idle', async () => {
  const clock = new ManualClock();
  const { signal } = deadlineOn(clock, 10_000);
  await pass(clock, 9_900);
  expect(signal.aborted).toBe(false);
  await pass(clock, 200);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('fault 96: time in which the process works does not count, up to ten times the deadline', async () => {
  const clock = new ManualClock();
  const { signal } = deadlineOn(clock, 10_000);
  for (let second = 0; second < 95; second += 1) {
    clock.work(1_000);
    await pass(clock, 1);
  }
  expect(signal.aborted).toBe(false);
  for (let second = 0; second < 6; second += 1) {
    clock.work(1_000);
    await pass(clock, 1);
  }
  expect(signal.aborted).toBe(true);
});

test('fault 24: a wait that ends much too late does not count, because the process was suspended', () => {
  expect(countedMs({ at: 0, idle: 0 }, { at: 30_000, idle: 30_000 }, 1_000)).toBe(0);
  expect(countedMs({ at: 0, idle: 0 }, { at: 1_100, idle: 1_050 }, 1_000)).toBe(1_000);
  expect(countedMs({ at: 0, idle: 0 }, { at: 1_500, idle: 300 }, 1_000)).toBe(300);
});

test('fault 96: an answer received while the loop was blocked past the deadline is read', async () => {
  const worker = new Worker(
    `const { createServer } = require('node:http');
     const server = createServer((_, response) => response.end('x'.repeat(500_000)));
     server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = await once(worker, 'message');
  const busy = new AbortController();
  const text = beforeDeadline({ ms: 1_000, clock: systemClock }, async (signal) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal });
    return response.text();
  });
  const work = keepBusy(100, busy.signal);
  block(1_500);
  expect(await text).toHaveLength(500_000);
  busy.abort();
  await work;
});

test('a silent peer expires the deadline even in a busy process', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const busy = new AbortController();
  const work = keepBusy(20, busy.signal);
  const asked = beforeDeadline({ ms: 50, clock: systemClock }, (signal) =>
    fetch(`http://127.0.0.1:${port}/`, { signal }),
  );
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
  busy.abort();
  await work;
});

test('the caller’s own signal ends the work at once, and its reason is thrown', async () => {
  const stop = new AbortController();
  const asked = beforeDeadline({ ms: 60_000, clock: systemClock, signal: stop.signal }, async (signal) => {
    await wait(60_000, undefined, { signal }).catch(() => signal.throwIfAborted());
  });
  stop.abort(new Error('stopped'));
  await expect(asked).rejects.toThrow('stopped');
});

test('fault 96: a deadline that lacks only a few idle milliseconds wakes seldom in a busy process', async () => {
  const clock = new ManualClock();
  deadlineOn(clock, 1_000);
  clock.advance(998);
  clock.work(2);
  for (let ms = 0; ms < 500; ms += 1) {
    await new Promise(setImmediate);
    clock.work(1);
  }
  expect(clock.slept.length).toBeLessThanOrEqual(11);
});
