import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/discord/client.ts';
import { IdentifyBuckets } from '../../src/discord/identify-buckets.ts';
import { leaveGateway } from '../../src/discord/leave-gateway.ts';
import { systemClock } from '../../src/time/clock.ts';
import { unpaced } from '../delivery/unpaced.ts';
import { NEVER_BANNED } from '../discord/never-banned.ts';
import { recordingLog } from '../log/recording-log.ts';

/** Stands on: the client of discord.js, and a real server that lets the handshake of its gateway wait. */

const LIMIT = { total: 1_000, remaining: 1_000, reset_after: 86_400_000, max_concurrency: 1 };

test('a client that is left while it connects closes its connection, and what becomes of that ends nothing', async () => {
  const server = createServer((request, response) => {
    request.resume();
    const { port } = server.address() as AddressInfo;
    const answer = { url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit: LIMIT };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = createClient(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    { shards: [0], total: 1 },
    new IdentifyBuckets(systemClock),
    {
      ...{ clock: systemClock, random: Math.random, log: recordingLog(), pace: unpaced(), addressBan: NEVER_BANNED },
      signal: new AbortController().signal,
      onFatal: () => {},
    },
  );
  const upgraded = once(server, 'upgrade');
  const login = client.login('MTIz.abc.def').catch(() => 'refused');
  const [, socket] = (await upgraded) as [unknown, Socket];
  const closed = once(socket.resume(), 'end');
  await leaveGateway(client);
  await closed;
  expect(client.isReady()).toBe(false);
  void login;
});
