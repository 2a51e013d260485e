import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { silentLog } from '../../src/log/silent-log.ts';
import { Routes } from '../../src/service/routes.ts';
import { Stream } from '../../src/service/stream/stream.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';

/** Shorter sleeps are back-off, which this bench skips. */
const BACKOFF_MS = 10_000;
const EVENT = JSON.stringify({
  event: 'auctionComplete',
  timestamp: 1,
  data: { item: { type: 'DIRT', quantity: 1, name: 'Dirt', snbt: '{}' }, amount: 1, finalBid: 1 },
});

/** The stream, and a service that ends each connection at once or after an event, in turns. */
export async function reconnectStream() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  let cuts = 0;
  let mostAtOnce = 0;
  let settled = Promise.withResolvers<void>();
  server.on('connection', (socket) => {
    const open = [...server.clients].filter(({ readyState }) => readyState === WebSocket.OPEN);
    mostAtOnce = Math.max(mostAtOnce, open.length);
    if (cuts % 2 === 1) {
      cuts -= 1;
      return socket.terminate();
    }
    socket.send(`{"hello-from-eco-v1":1}`);
    if (cuts === 0) return settled.resolve();
    cuts -= 1;
    return socket.send(EVENT, () => socket.terminate());
  });
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => systemClock.sleep(ms < BACKOFF_MS ? 0 : ms, signal),
  };
  let events = 0;
  const stream = new Stream({
    routes: new Routes(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { shops: 's', paintings: 'p' }),
    userAgent: 'Crier/bench',
    clock,
    log: silentLog,
    checkpoints: { saveCheckpoint: async () => undefined, checkpoint: async () => null },
    written: async () => true,
    chance: () => 0,
    onEvent: () => {
      events += 1;
    },
    onPainting: () => undefined,
    onDown: () => undefined,
    onUp: () => undefined,
  });
  const stop = new AbortController();
  const running = stream.run(stop.signal);
  await settled.promise;

  return {
    signal: stop.signal,
    events: () => events,
    /** Connections that the service had open at one time. */
    mostAtOnce: () => mostAtOnce,
    /** Ends the connection `times` times, and resolves when the stream is connected again. */
    async reconnect(times: number): Promise<void> {
      settled = Promise.withResolvers();
      cuts = times - 1;
      for (const socket of server.clients) socket.terminate();
      await settled.promise;
    },
    async close(): Promise<void> {
      stop.abort();
      await running;
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}
