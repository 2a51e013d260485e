import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { alive, serve } from '../../src/monitor/server.ts';
import { recordingLog } from '../log/recording-log.ts';
import { freePort } from './free-port.ts';

/** Stands on: a real server, and arbitrary bytes written to its socket. */

async function startServer(): Promise<number> {
  const port = await freePort();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  await serve({ host: '127.0.0.1', port, log: recordingLog(), signal: stop.signal }, { '/livez': alive });
  return port;
}

async function startAsking() {
  const port = await startServer();
  return async (target: string) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(`GET ${target} HTTP/1.1\r\nHost: crier\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).split('\r\n', 1)[0];
  };
}

test('any request target, even an invalid URL, gets an answer and ends nothing', async () => {
  const ask = await startAsking();
  for (const target of ['//', '//%', 'http://[', '/\\', '*', '/__proto__', '/livez/..'])
    expect(await ask(target), target).toBe('HTTP/1.1 404 Not Found');
  expect(await ask('/livez?at=now')).toBe('HTTP/1.1 200 OK');
});

test('only GET is accepted, and a hundred silent connections do not block requests for long', async () => {
  const port = await startServer();
  expect((await fetch(`http://127.0.0.1:${port}/livez`, { method: 'DELETE' })).status).toBe(405);
  const silent = Array.from({ length: 100 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(() => silent.forEach((socket) => void socket.destroy()));
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  const asked = () =>
    fetch(`http://127.0.0.1:${port}/livez`).then(
      ({ status }) => status,
      () => 'refused',
    );
  await expect.poll(asked, { timeout: 8_000 }).toBe(200);
});
