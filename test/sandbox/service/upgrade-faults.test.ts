import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import type { Service } from '../../../sandbox/service/service.ts';
import { startService } from '../../../sandbox/service/start-service.ts';
import { connect, disconnectAll } from './stream-client.ts';

let service: Service;

beforeEach(async () => {
  service = await startService({ economy: createEconomy({ seed: 1, shops: 10 }) });
});

afterEach(async () => {
  disconnectAll();
  await service.close();
});

test.each([
  ['bad-gateway', 502],
  ['moved', 301],
  ['unauthorized', 401],
  ['forbidden', 403],
  ['upgrade-required', 426],
  ['html-200', 200],
] as const)('the fault %s answers the upgrade with %i, once', async (name, status) => {
  service.breakUpgrade(name, { times: 1 });
  const refused = connect(service);
  await refused.closed;
  expect(refused.failures).toMatchObject([{ message: `Unexpected server response: ${status}` }]);
  expect(service.requests.at(-1)).toMatchObject({ route: 'stream', status });
  expect(await connect(service).nextJson()).toHaveProperty('hello-from-eco-v1');
});

test('the fault unavailable has a Retry-After', async () => {
  service.breakUpgrade('unavailable', { retryAfter: 9 });
  const [, response] = await once(connect(service).socket, 'unexpected-response');
  const { statusCode, headers } = response as IncomingMessage;
  expect([statusCode, headers['retry-after']]).toEqual([503, '9']);
});

test.each([
  ['wrong-accept', /Invalid Sec-WebSocket-Accept/],
  ['unasked-extension', /Sec-WebSocket-Extensions/],
] as const)('the fault %s makes a strict client refuse the handshake', async (name, message) => {
  service.breakUpgrade(name);
  const client = connect(service);
  await client.closed;
  expect(client.failures[0]?.message).toMatch(message);
});

test('with the fault never-answered the service reads the upgrade request and sends no response', async () => {
  service.breakUpgrade('never-answered');
  const seen = service.nextRequest('stream');
  const client = connect(service);
  expect((await seen).status).toBe(0);
  expect(client.socket.readyState).toBe(client.socket.CONNECTING);
});

test('a service that stops answering accepts TCP and reads nothing, until cleared', async () => {
  service.stopAnswering();
  const socket = connectTcp(Number(new URL(service.url).port), '127.0.0.1');
  await once(socket, 'connect');
  await expect(fetch(service.url, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  expect(service.requests).toEqual([]);
  service.clearFaults();
  expect((await fetch(service.url)).status).toBe(200);
  socket.destroy();
});

test('the fault no-hello accepts the client and sends nothing until an event', async () => {
  service.breakUpgrade('no-hello');
  const arrival = service.nextConnection();
  const client = connect(service);
  await arrival;
  service.sendRaw('first');
  expect(await client.next()).toBe('first');
});

test('the fault accept-then-close opens and closes the connection', async () => {
  service.breakUpgrade('accept-then-close');
  const client = connect(service);
  await client.opened();
  expect(await client.closed).toBe(1000);
});

test('a service down behind its proxy returns 502 for upgrades and HTTP, and cuts connections', async () => {
  const client = connect(service);
  await client.next();
  await service.goDown('bad-gateway');
  expect(await client.closed).toBe(1006);
  expect((await fetch(`${service.url}/health/v1/report`)).status).toBe(502);
  const refused = connect(service);
  await refused.closed;
  expect(refused.failures[0]?.message).toMatch(/502/);
});

test('a restarting service refuses connections, and returns at the same address', async () => {
  const client = connect(service);
  await client.next();
  const restarted = service.restart(20, 'refused');
  expect(await client.closed).toBe(1006);
  await expect(fetch(service.url)).rejects.toThrow();
  await restarted;
  expect(await connect(service).nextJson()).toHaveProperty('hello-from-eco-v1');
});
