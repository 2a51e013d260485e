import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { logIn } from '../../src/composition/bot-client.ts';
import { createClient, leaveGateway } from '../../src/discord/gateway/client.ts';
import { IdentifyBuckets } from '../../src/discord/gateway/shards.ts';
import { systemClock } from '../../src/time/clock.ts';
import { unlimitedRateLimiter } from '../delivery/unlimited-rate-limiter.ts';
import { NEVER_BANNED } from '../discord/never-banned.ts';
import { recordingLog } from '../log/recording-log.ts';

/** Stands on: the client of discord.js, and a real server whose gateway stops where the test says. */

const LIMIT = { total: 1_000, remaining: 1_000, reset_after: 86_400_000, max_concurrency: 1 };
const HELLO = JSON.stringify({ op: 10, d: { heartbeat_interval: 45_000 }, s: null, t: null });
/** discord.js reconnects half a second after it lets go. */
const RECONNECT_WAIT_MS = 1_000;

/** Starts a gateway that calls back for each connection. */
async function startGateway(
  onUpgrade: (socket: Duplex, accept: () => Promise<WebSocket>) => void,
  onGatewayAsked: () => void | Promise<void> = () => {},
) {
  let connections = 0;
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer(async (request, response) => {
    request.resume();
    await onGatewayAsked();
    const { port } = server.address() as AddressInfo;
    const answer = { url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit: LIMIT };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.on('upgrade', (request, socket, head) => {
    connections += 1;
    const accept = () => new Promise<WebSocket>((resolve) => sockets.handleUpgrade(request, socket, head, resolve));
    onUpgrade(socket, accept);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    server.close();
  });
  return {
    server,
    connections: () => connections,
    client: createClient(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
      { shards: [0], total: 1 },
      new IdentifyBuckets(systemClock),
      {
        ...{
          clock: systemClock,
          random: Math.random,
          log: recordingLog(),
          rateLimiter: unlimitedRateLimiter(),
          addressBan: NEVER_BANNED,
        },
        signal: new AbortController().signal,
        onFatal: () => {},
      },
    ),
  };
}

test('a client that is abandoned while it connects closes its connection without an error', async () => {
  const { server, client } = await startGateway(() => {});
  const upgraded = once(server, 'upgrade');
  const login = client.login('MTIz.abc.def').catch(() => 'refused');
  const [, socket] = (await upgraded) as [unknown, Socket];
  const closed = once(socket.resume(), 'end');
  await leaveGateway(client);
  await closed;
  expect(client.isReady()).toBe(false);
  void login;
});

test('a client that is abandoned while discord.js asks for the gateway never connects', async () => {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { client, connections } = await startGateway(
    (_socket, accept) => void accept(),
    () => {
      asked.resolve();
      return released.promise;
    },
  );
  const login = client.login('MTIz.abc.def');
  await asked.promise;
  await leaveGateway(client);
  released.resolve();
  await expect(login).rejects.toThrow('This gateway client was closed');
  expect(connections()).toBe(0);
});

test.each<[string, (reached: () => void) => Parameters<typeof startGateway>[0]]>([
  ['waits for its handshake', (reached) => reached],
  ['waits for HELLO', (reached) => (_socket, accept) => void accept().then(reached)],
  [
    'waits for READY',
    (reached) => async (_socket, accept) => {
      const socket = await accept();
      socket.on('message', (frame) => String(frame).includes('"op":2') && reached());
      socket.send(HELLO);
    },
  ],
  [
    'waits to reconnect',
    (reached) => async (_socket, accept) => {
      const socket = await accept();
      socket.on('close', () => setImmediate(reached));
      socket.send(HELLO, () => socket.close(4_000));
    },
  ],
])('a login that is aborted while it %s ends, and never connects again', async (_name, stopAt) => {
  let reached = () => {};
  const there = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const { client, connections } = await startGateway(stopAt(reached));
  const stop = new AbortController();
  const login = logIn(client, { config: { DISCORD_TOKEN: 'MTIz.abc.def' }, clock: systemClock, signal: stop.signal });
  void there.then(() => stop.abort(new Error('Another took these shards over')));
  await expect(login).rejects.toThrow('Another took these shards over');
  await wait(RECONNECT_WAIT_MS);
  expect(connections()).toBe(1);
});
