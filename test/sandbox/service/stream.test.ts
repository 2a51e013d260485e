import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import type { Economy } from '../../../sandbox/economy/economy.ts';
import type { Service } from '../../../sandbox/service/service.ts';
import { startService } from '../../../sandbox/service/start-service.ts';
import { connect, disconnectAll } from './stream-client.ts';

let economy: Economy;
let service: Service;

beforeEach(async () => {
  economy = createEconomy({ seed: 1, shops: 50 });
  service = await startService({ economy, now: () => 4_711 });
});

afterEach(async () => {
  disconnectAll();
  await service.close();
});

test('a client with a User-Agent gets a hello', async () => {
  const arrival = service.nextConnection();
  const client = connect(service);
  expect(await client.nextJson()).toEqual({ 'hello-from-eco-v1': 4_711 });
  expect((await arrival).headers['user-agent']).toBe('test');
  expect(service.requests).toMatchObject([{ route: 'stream', status: 101 }]);
});

test('a client without a User-Agent is disconnected without a hello', async () => {
  const client = connect(service, {});
  expect(await client.closed).toBe(1008);
  expect(service.connections.size).toBe(0);
});

test('an upgrade at another path is not found', async () => {
  service.reconfigure({ prefix: 'all' });
  const client = connect(service);
  await client.closed;
  expect(client.failures).toMatchObject([{ message: 'Unexpected server response: 404' }]);
});

test('a keep-alive is an event with a timestamp', async () => {
  const client = connect(service);
  await client.next();
  service.sendKeepAlive();
  expect(await client.nextJson()).toEqual({ event: 'ping', timestamp: expect.any(Number), data: true });
});

test('messages of a client are ignored and counted', async () => {
  const arrival = service.nextConnection();
  const client = connect(service);
  await client.next();
  const connection = await arrival;
  const ponged = new Promise((resolve) => client.socket.once('pong', resolve));
  client.socket.send('{"subscribe":"all"}');
  client.socket.ping();
  await ponged;
  expect(connection.ignoredMessages).toBe(1);
});

test('every connected client receives a trade, and none after it disconnected', async () => {
  const [left, right] = [connect(service), connect(service)];
  await Promise.all([left.next(), right.next()]);
  economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 1 });
  expect(await left.next()).toBe(await right.next());
  const [gone] = service.connections;
  left.socket.close();
  await gone?.closed;
  expect(service.connections.size).toBe(1);
});

test('both kinds of pings are sent periodically if configured', async () => {
  const lively = await startService({ economy, pingEveryMs: 5, webSocketPingEveryMs: 5 });
  try {
    const client = connect(lively);
    const pinged = new Promise((resolve) => client.socket.once('ping', resolve));
    await client.next();
    expect(await client.nextJson()).toMatchObject({ event: 'ping', data: true });
    await pinged;
  } finally {
    await lively.close();
  }
});
