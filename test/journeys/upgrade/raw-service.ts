import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const NO_HEALTH = {
  tick: { last: 50, latest: 50, gap: 0, healthy: true },
  memory: { free: 1, allocated: 2, max: 3 },
  ping: { players: 1, highLatencySamples: [], minPing: 1, maxPing: 1, avgPing: 1, medianPing: 1 },
};

/** Starts a service that returns the given records unchanged, with a stream that sends a hello only. */
export async function startRawService(first: readonly unknown[]) {
  let records = first;
  let asked = 0;
  const answers: Readonly<Record<string, () => unknown>> = {
    '/': () => 'up',
    '/shops/v1/getAllShops': () => {
      asked += 1;
      return records;
    },
    '/paintings/v1/getBannedPaintings': () => [],
    '/health/v1/report': () => NO_HEALTH,
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(answer === undefined ? '' : JSON.stringify(answer()));
  });
  const stream = new WebSocketServer({ server, path: '/economy/v1/ws' });
  stream.on('connection', (socket) => socket.send(JSON.stringify({ 'hello-from-eco-v1': Date.now() })));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Returns the number of requests for the shops. */
    asked: () => asked,
    serve(next: readonly unknown[]): void {
      records = next;
    },
    async close(): Promise<void> {
      for (const socket of stream.clients) socket.terminate();
      stream.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type RawService = Awaited<ReturnType<typeof startRawService>>;
