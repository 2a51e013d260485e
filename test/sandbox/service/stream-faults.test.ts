import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import type { Service } from '../../../sandbox/service/service.ts';
import { startService } from '../../../sandbox/service/start-service.ts';
import { connect, disconnectAll } from './stream-client.ts';

let service: Service;
let client: ReturnType<typeof connect>;

beforeEach(async () => {
  service = await startService({ economy: createEconomy({ seed: 1, shops: 10 }) });
  client = connect(service);
  await client.next();
});

afterEach(async () => {
  disconnectAll();
  await service.close();
});

test.each(['cut', 'cut-in-mid-frame'] as const)('the fault %s disconnects without any frame', async (name) => {
  const messages: unknown[] = [];
  client.socket.on('message', (data) => messages.push(data));
  service.breakStream(name);
  expect(await client.closed).toBe(1006);
  expect(messages).toEqual([]);
});

test.each([1000, 1001, 1011, 1012, 4321])('the fault close uses code %i', async (code) => {
  service.breakStream('close', { code });
  expect(await client.closed).toBe(code);
});

test.each([[999], [1005], [2999]])('the fault close with the forbidden code %i fails a client', async (code) => {
  service.breakStream('close', { code });
  await client.closed;
  expect(client.failures[0]?.message).toMatch(/invalid status code/);
});

test('the fault freeze answers neither pings nor events, and closes nothing', async () => {
  const [connection] = service.connections;
  service.breakStream('freeze');
  let ponged = false;
  client.socket.on('pong', () => {
    ponged = true;
  });
  client.socket.ping();
  service.sendRaw('unheard');
  const other = connect(service);
  await other.next();
  const answered = new Promise((resolve) => other.socket.once('pong', resolve));
  other.socket.ping();
  await answered;
  expect([ponged, client.socket.readyState]).toEqual([false, client.socket.OPEN]);
  connection?.cut();
  expect(await client.closed).toBe(1006);
});

test.each([
  ['not-json', /^tick/],
  ['null', /^null$/],
  ['array', /^\[\]$/],
  ['proto', /__proto__/],
  ['unknown-event', /"shopOpened"/],
  ['missing-fields', /^\{\}$/],
  ['extra-fields', /"bidder"/],
  ['negative-numbers', /"amount":-5/],
  ['huge-numbers', /"finalBid":1e308/],
  ['unsafe-integers', /9007199254740993/],
] as const)('the fault %s sends that text unchanged', async (name, shape) => {
  service.breakStream(name);
  expect(await client.next()).toMatch(shape);
});

test('the fault binary sends a valid event as a binary message', async () => {
  const isBinary = new Promise((resolve) => client.socket.once('message', (_data, binary) => resolve(binary)));
  service.breakStream('binary');
  expect(await isBinary).toBe(true);
});

test.each([
  ['invalid-utf8', /invalid UTF-8/i],
  ['unasked-compression', /RSV1/],
] as const)('the fault %s makes a strict client fail the connection', async (name, message) => {
  service.breakStream(name);
  await client.closed;
  expect(client.failures[0]?.message).toMatch(message);
});

test('the faults oversized, fragments and deep-nesting have the given size', async () => {
  service.breakStream('oversized', { bytes: 100_000 });
  expect(await client.next()).toHaveLength(100_002);
  service.breakStream('fragments', { count: 500 });
  expect(await client.next()).toHaveLength(502);
  service.breakStream('deep-nesting', { count: 50 });
  expect(await client.next()).toBe('['.repeat(50) + ']'.repeat(50));
});
