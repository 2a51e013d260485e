import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openDiscord } from './bot.ts';

const sockets: WebSocket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

/** Connects to the gateway without discord.js, which would follow the rules. */
async function connect(query = 'v=10&encoding=json') {
  const { discord } = await openDiscord();
  const socket = new WebSocket(`${discord.url.replace('http', 'ws').replace('/api', '/gateway')}?${query}`);
  sockets.push(socket);
  const frames: { op: number; t: string | null; d: unknown }[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  const identify = { op: 2, d: { token: discord.token, properties: {}, intents: 1 } };
  const send = (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  return { discord, socket, frames, closed, identify, send };
}

test.each<[string, number, (identify: { d: object }) => unknown[]]>([
  ['a frame that is not JSON', 4002, () => ['{']],
  ['a frame over 4,096 bytes', 4002, () => [{ op: 1, d: 'x'.repeat(4_096) }]],
  ['a presence before IDENTIFY', 4003, () => [{ op: 3, d: {} }]],
  ['a wrong token', 4004, (identify) => [{ op: 2, d: { ...identify.d, token: 'no' } }]],
  ['IDENTIFY twice', 4005, (identify) => [identify, identify]],
  ['121 frames within a minute', 4008, () => Array(121).fill({ op: 1, d: null })],
  ['a shard out of range', 4010, (identify) => [{ op: 2, d: { ...identify.d, shard: [1, 1] } }]],
  ['unknown intents', 4013, (identify) => [{ op: 2, d: { ...identify.d, intents: 1 << 30 } }]],
  ['an unknown opcode', 4001, (identify) => [identify, { op: 99 }]],
])('%s closes the gateway connection with %i', async (_, code, framesOf) => {
  const { discord, closed, identify, send } = await connect();

  for (const frame of framesOf(identify)) send(frame);

  expect(await closed).toBe(code);
  expect(discord.violations).toHaveLength(1);
});

test('another gateway version is refused with 4012', async () => {
  const { closed } = await connect('v=9&encoding=json');

  expect(await closed).toBe(4012);
});

test('resuming an unknown session returns opcode 9, and IDENTIFY then succeeds', async () => {
  const { discord, socket, frames, identify, send } = await connect();

  send({ op: 6, d: { token: discord.token, session_id: 'gone', seq: 1 } });
  while (frames.at(-1)?.op !== 9) await once(socket, 'message');
  expect(frames.at(-1)).toMatchObject({ op: 9, d: false });
  send(identify);
  while (frames.at(-1)?.t !== 'GUILD_CREATE') await once(socket, 'message');

  expect(frames.map(({ op, t }) => t ?? op)).toEqual([10, 9, 'READY', 'GUILD_CREATE']);
});

test('a gateway that never sends READY keeps the client connected and waiting', async () => {
  const { discord, socket, frames, identify, send } = await connect();
  discord.gateway.saysReady = false;

  send(identify);
  send({ op: 1, d: null });
  while (frames.at(-1)?.op !== 11) await once(socket, 'message');

  expect(frames.map(({ op }) => op)).toEqual([10, 11]);
  expect(discord.gateway.identifies).toBe(1);
});
