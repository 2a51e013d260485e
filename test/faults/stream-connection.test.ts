import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { MarketEvent } from '../../src/market/event.ts';
import { Routes } from '../../src/service/routes.ts';
import { Stream } from '../../src/service/stream/stream.ts';
import { collectLogLines } from '../service/log-lines.ts';
import { createMemoryCheckpoints } from '../service/memory-checkpoints.ts';
import { openTestHttpServer } from '../service/test-http-server.ts';
import { ManualClock } from '../time/manual-clock.ts';

const AUCTION = JSON.stringify({
  event: 'auctionComplete',
  timestamp: 1,
  data: { item: { type: 'DIRT', quantity: 1, name: 'Dirt', snbt: '{}' }, amount: 2, finalBid: 3 },
});

/** A stream against a server that treats each upgrade as the test says. */
async function openStream(
  upgrade: (server: WebSocketServer, socket: Duplex, accept: () => void, path: string) => void,
) {
  const { server, url } = await openTestHttpServer((_request, response) => response.end());
  const sockets = new WebSocketServer({ noServer: true });
  const agents: (string | undefined)[] = [];
  server.on('upgrade', (request, socket, head) => {
    agents.push(request.headers['user-agent']);
    onTestFinished(() => void socket.destroy());
    const accept = () => sockets.handleUpgrade(request, socket, head, (peer) => sockets.emit('connection', peer));
    upgrade(sockets, socket, accept, request.url ?? '');
  });
  const clock = new ManualClock();
  const events: MarketEvent[] = [];
  const turns: string[] = [];
  const { log, lines } = collectLogLines();
  const stream = new Stream({
    routes: new Routes(url, { shops: 'shops', paintings: 'paintings' }),
    userAgent: 'Crier/test',
    clock,
    log,
    checkpoints: createMemoryCheckpoints(),
    chance: () => 0.99,
    onEvent: (event) => void events.push(event),
    onDown: (_at, why) => void turns.push(`down ${why}`),
    onUp: () => void turns.push('up'),
    writtenUntil: clock.now,
  });
  const stop = new AbortController();
  const run = stream.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await run;
  });
  const turned = (...expected: string[]) => vi.waitFor(() => expect(turns).toEqual(expected), { interval: 2 });
  const said = (text: string) => vi.waitFor(() => expect(lines.join('\n')).toContain(text), { interval: 2 });
  return { agents, clock, events, lines, sockets, stream, turned, said, stop: () => stop.abort(), run };
}

const refuse = (status: string) => (_server: WebSocketServer, socket: Duplex) => {
  const connection = status.startsWith('101') ? 'Upgrade' : 'close';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: ${connection}\r\nContent-Type: text/html\r\n\r\n<html>`);
};

test('14 a cut is an outage, and the first retry comes within 2 s', async () => {
  const { agents, clock, sockets, events, turned } = await openStream((_server, _socket, accept) => accept());
  const [peer]: WebSocket[] = await once(sockets, 'connection');
  for (const frame of ['{"hello-from-eco-v1":1}', AUCTION, AUCTION]) peer?.send(frame);
  await turned('down start', 'up');
  await vi.waitFor(() => expect(events.length, '32 two identical sales are two').toBe(2), { interval: 2 });
  peer?.terminate();
  await turned('down start', 'up', 'down closed-1006');
  const again = once(sockets, 'connection');
  clock.advance(2_000);
  const [next]: WebSocket[] = await again;
  next?.send('{"ping":1}');
  await turned('down start', 'up', 'down closed-1006', 'up');
  expect(agents).toEqual(['Crier/test', 'Crier/test']);
});

test.each([
  ['1 a 502 of the proxy', '502 Bad Gateway', 'status-502'],
  ['5 a redirect is not followed', '301 Moved', 'which is not followed'],
  ['6 401 is told to the operator', '401 No', 'refuses this client (401)'],
  ['7 200 for 101', '200 OK', 'status-200'],
  ['8 a bad accept', '101 Switching\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: x', 'error-'],
])('%s', async (_name, status, line) => {
  const { said, lines, stream } = await openStream(refuse(status));
  await said(line);
  expect([lines.length, stream.status().state]).toEqual([1, 'down']);
});

test('a 404 leads to the other prefix at once', async () => {
  const { turned, sockets } = await openStream((server, socket, accept, path) =>
    path.startsWith('/api/') ? accept() : refuse('404 Not Found')(server, socket),
  );
  const [peer]: WebSocket[] = await once(sockets, 'connection');
  peer?.send('{"ping":1}');
  await turned('down start', 'up');
});

test('3 4 a handshake that never ends is given up after 10 s', async () => {
  const { clock, said } = await openStream(() => clock.advance(10_000));
  await said('no-handshake');
});

test('11 stopping while connecting is quiet', async () => {
  const { stop, run, lines, stream } = await openStream(() => stop());
  await run;
  expect([lines, stream.status().state]).toEqual([[], 'stopped']);
});

test('12 a service without hello is kept by its pong', async () => {
  const { clock, turned, sockets } = await openStream((_server, _socket, accept) => accept());
  await once(sockets, 'connection');
  await vi.waitFor(() => expect(clock.slept).toEqual([10_000, 10_000]), { interval: 2 });
  clock.advance(10_000);
  await turned('down start', 'up');
});

test('25 28 29 bad frames are counted; one too large ends the connection', async () => {
  const { sockets, stream, turned } = await openStream((_server, _socket, accept) => accept());
  const [peer]: WebSocket[] = await once(sockets, 'connection');
  for (const frame of ['no', 'null', Buffer.from([1])]) peer?.send(frame);
  peer?.send(Buffer.from([0xff, 0xfe]), { binary: false });
  peer?.send('x'.repeat(5_000_000));
  await turned('down start', 'up', 'down error-WS_ERR_UNSUPPORTED_MESSAGE_LENGTH');
  expect(stream.status().counted).toEqual({ 'not-json': 1, 'not-an-object': 1, binary: 1, 'invalid-utf8': 1 });
});
