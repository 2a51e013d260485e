import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { UpgradeFaultName } from '../../sandbox/service/upgrade-faults.ts';
import { runStream } from '../service/run-stream.ts';
import { eventually, startSimulation } from '../service/simulation.ts';

/**
 * Failed upgrades, each followed by a successful one.
 *
 * Stands on: real sockets to the simulated service, a clock that the test advances.
 */

const SHORT_MS = 1_998;
const SLOW_MS = 119_940;

/** Expects that reason, one log line and that wait; then the service accepts, and the stream is live. */
async function recovers(world: Awaited<ReturnType<typeof refused>>, reason: string, waitMs: number, line = '') {
  const { clock, simulated, lines, stream, reasons } = world;
  await eventually(() => expect(lines[0]).toContain(line || `no connection (${reason}), retrying`));
  await eventually(() => expect([clock.slept.at(-1), clock.sleepers()]).toEqual([waitMs, 1]));
  expect([lines.length, stream.status().state, reasons()]).toEqual([1, 'down', ['start']]);
  simulated.clearFaults();
  clock.advance(waitMs - 1);
  expect(simulated.connections.size).toBe(0);
  clock.advance(1);
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));
}

/** Opens a stream that the service refuses. */
async function refused(break_: (simulated: Awaited<ReturnType<typeof startSimulation>>['simulated']) => void) {
  const world = await startSimulation();
  break_(world.simulated);
  return { ...world, ...runStream(world) };
}

test.each<[string, UpgradeFaultName, string]>([
  ['fault 1: a 502 with a page', 'bad-gateway', 'status-502'],
  ['fault 7: a page with 200', 'html-200', 'status-200'],
  ['fault 8: a wrong Sec-WebSocket-Accept', 'wrong-accept', 'error-Invalid Sec-WebSocket-Accept header'],
  [
    'fault 8: an extension that Crier did not offer',
    'unasked-extension',
    'error-Server sent a Sec-WebSocket-Extensions',
  ],
])('%s is retried soon', async (_name, fault, reason) => {
  await recovers(await refused((simulated) => simulated.breakUpgrade(fault)), reason, SHORT_MS, reason);
});

test.each<[string, UpgradeFaultName, string]>([
  ['fault 5: a redirect', 'moved', 'SERVICE_URL leads to a redirect (301 to https://example.com/'],
  ['fault 6: 401', 'unauthorized', 'the service refuses this client (401)'],
  ['fault 6: 403', 'forbidden', 'the service refuses this client (403)'],
  ['fault 6: 426', 'upgrade-required', 'the service demands another protocol (426)'],
])('%s is reported to the operator and retried slowly', async (_name, fault, line) => {
  await recovers(await refused((simulated) => simulated.breakUpgrade(fault)), '', SLOW_MS, line);
});

test.each([
  ['fault 2: a Retry-After in seconds is observed', 20, 20_000],
  ['fault 2: a Retry-After as a date is observed', new Date(1_700_000_030_000).toUTCString(), 30_000],
  ['fault 2: a Retry-After of days is cut to five minutes', 864_000, 300_000],
])('%s', async (_name, retryAfter, waitMs) => {
  await recovers(
    await refused((simulated) => simulated.breakUpgrade('unavailable', { retryAfter })),
    'status-503',
    waitMs,
  );
});

test.each([
  ['fault 3: an upgrade that is never answered', false],
  ['fault 4: TCP accepted, then silence', true],
])('%s is abandoned after 10 s', async (_name, isDeaf) => {
  const world = await refused((simulated) =>
    isDeaf ? simulated.stopAnswering() : simulated.breakUpgrade('never-answered'),
  );
  await eventually(() => expect(world.clock.slept).toEqual([10_000]));
  world.clock.advance(9_999);
  await new Promise(setImmediate);
  expect(world.lines).toEqual([]);
  world.clock.advance(1);
  await recovers(world, 'no-handshake', SHORT_MS);
});

test('fault 9: a port without a listener is retried soon', async () => {
  const world = await startSimulation();
  await world.simulated.goDown('refused');
  const { lines, reasons } = runStream(world);
  await eventually(() => expect(lines).toEqual(['warn Stream down: no connection (error-ECONNREFUSED), retrying']));
  await world.simulated.comeBack();
  world.clock.advance(SHORT_MS);
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));
});

/** Opens a server that accepts each connection and calls `greet`, and reports its end. */
async function openTcp(greet: (write: (bytes: string) => void) => void) {
  const gone = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined).on('close', () => gone.resolve());
    socket.resume();
    greet((bytes) => socket.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  return { host: `127.0.0.1:${address.port}`, gone: gone.promise };
}

test('fault 1: the body of a 502 is not read, even if it never ends', async () => {
  const page = `HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 99999999\r\n\r\n<html>`;
  const { host, gone } = await openTcp((write) => write(page));
  const { lines } = runStream(await startSimulation(), { url: `http://${host}` });
  await gone;
  await eventually(() => expect(lines).toEqual(['warn Stream down: no connection (status-502), retrying']));
});

test.each([
  ['fault 11: a stop while TCP is accepted and silent', 'http', ''],
  ['fault 11: a stop during the TLS handshake', 'https', ''],
  ['fault 11: a stop in the middle of the answer', 'http', 'HTTP/1.1 101 Switching Protocols\r\nUpgr'],
])('%s ends silently and closes the connection', async (_name, scheme, sent) => {
  const accepted = Promise.withResolvers<void>();
  const { host, gone } = await openTcp((write) => {
    write(sent);
    accepted.resolve();
  });
  const { stop, lines, stream } = runStream(await startSimulation(), { url: `${scheme}://${host}` });
  await accepted.promise;
  await stop();
  await gone;
  expect([lines, stream.status().state]).toEqual([[], 'stopped']);
});

test('fault 11: a stop during the name lookup is silent', async () => {
  const world = await startSimulation();
  const { lines, stop } = runStream(world, { url: 'http://localhost:1' });
  while (world.clock.slept.length === 0) await null;
  await stop();
  expect(lines).toEqual([]);
});
