import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { repeatAnswers } from '../../src/discord/interactions/repeat-answers.ts';
import { limitAnswers, loadDiscordUndici, readAttachment } from '../../src/discord/rest/send.ts';
import { wholeText } from '../../src/service/http/body.ts';
import { Http } from '../../src/service/http/http.ts';
import { CONNECTION_CHECK_EVERY_MS, StreamConnection } from '../../src/service/stream/connection.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';
import { beforeDeadline } from '../../src/time/deadline.ts';
import { recordingLog } from '../log/recording-log.ts';

/** Stands on: the event loop, really blocked; a server in a thread of its own; real sockets. */

const LARGE = 400_000;
/** The clock runs four times as fast, so that minutes of timeouts pass in seconds. */
const CLOCK_SPEED = 4;
const clock: Clock = {
  now: systemClock.now,
  monotonic: () => systemClock.monotonic() * CLOCK_SPEED,
  idle: () => systemClock.idle() * CLOCK_SPEED,
  sleep: (ms, signal) => systemClock.sleep(ms / CLOCK_SPEED, signal),
};

/**
 * Blocks the event loop for `ms` milliseconds of `clock`, once requests have left. The thread sleeps, which leaves the
 * CPU to other tests.
 */
async function blockFor(ms: number): Promise<void> {
  await new Promise(setImmediate);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms / CLOCK_SPEED);
}

/** Starts a server that answers everything with a large body and accepts WebSockets. @returns its port */
async function startServer(): Promise<number> {
  const worker = new Worker(
    `const { createServer } = require('node:http');
     const { WebSocketServer } = require('ws');
     const server = createServer((_, response) => {
       response.setHeader('content-type', 'text/plain');
       response.end('x'.repeat(${LARGE}));
     });
     new WebSocketServer({ server });
     server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = await once(worker, 'message');
  return port;
}

test('fault 96: a download from the service succeeds though the event loop blocks past its deadline', async () => {
  const url = `http://127.0.0.1:${await startServer()}/`;
  const http = new Http({ userAgent: 'Crier/test', now: Date.now, headersMs: 1_000 });
  onTestFinished(() => http.close());
  const answer = beforeDeadline({ ms: 10_000, clock }, (signal) =>
    http.get({ url, signal, maxBytes: LARGE }, async (chunks) => ({ ok: true, value: await wholeText(chunks) })),
  );
  await blockFor(11_000);
  expect(await answer).toMatchObject({ ok: true, value: 'x'.repeat(LARGE) });
});

test('fault 96: a file from Discord arrives though the event loop blocks past its deadline', async () => {
  const url = `http://127.0.0.1:${await startServer()}/`;
  const file = readAttachment(url, LARGE, {}, clock);
  await blockFor(11_000);
  expect(await file).toHaveLength(LARGE);
});

test('fault 96: an answer of Discord’s REST is read though the event loop blocks past its deadline', async () => {
  const url = `http://127.0.0.1:${await startServer()}/`;
  const send = limitAnswers(async (to, { signal }) => {
    const { Agent, fetch } = loadDiscordUndici();
    return (await fetch(to, { dispatcher: new Agent(), signal: signal as AbortSignal })) as never;
  }, clock);
  const response = send(url, { method: 'GET' });
  await blockFor(16_000);
  expect((await response).status).toBe(200);
});

test('fault 96: an acknowledgement is sent once though the event loop blocks past its deadline', async () => {
  const port = await startServer();
  const url = `http://127.0.0.1:${port}/api/v10/interactions/1000000000000000001/token/callback`;
  let sent = 0;
  const send = repeatAnswers(
    async (to, { signal }) => {
      sent += 1;
      const { Agent, fetch } = loadDiscordUndici();
      return (await fetch(to, { dispatcher: new Agent(), signal: signal as AbortSignal })) as never;
    },
    { clock: systemClock, random: () => 0, log: recordingLog() },
  );
  const response = send(url, { method: 'POST', signal: new AbortController().signal });
  await blockFor(3_500 * CLOCK_SPEED);
  expect((await response).status).toBe(200);
  expect(sent).toBe(1);
});

test('fault 96: a stream’s handshake and silence have no timeout while the event loop blocks', async () => {
  const port = await startServer();
  const opened = Promise.withResolvers<void>();
  const pong = Promise.withResolvers<void>();
  const connection = new StreamConnection({
    ...{ url: `ws://127.0.0.1:${port}/`, userAgent: 'Crier/test', clock, handshakeMs: 10_000 },
    onOpen: opened.resolve,
    onSignOfLife: pong.resolve,
    onFrame: () => {},
  });
  await blockFor(11_000);
  const ended = connection.ended.then((ending) => Promise.reject(new Error(ending.kind)));
  ended.catch(() => {}); // stopped below
  await Promise.race([opened.promise, ended]);
  await blockFor(2.5 * CONNECTION_CHECK_EVERY_MS);
  await Promise.race([pong.promise, ended]);
  connection.stop();
  await expect(ended).rejects.toThrow('stopped');
});
