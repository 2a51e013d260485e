import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Service } from '../../../sandbox/service/service.ts';

export type Json = Record<string, unknown>;

const openSockets = new Set<WebSocket>();

/** Connects a plain stream client. `next()` waits for the next text message, or returns one received earlier. */
export function connect(service: Service, headers: Record<string, string> = { 'User-Agent': 'test' }) {
  const url = `${service.url.replace('http', 'ws')}/economy/v1/ws`;
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  openSockets.add(socket);
  const messages: string[] = [];
  let wake = () => {};
  socket.on('message', (data) => {
    messages.push(data.toString());
    wake();
  });
  const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<number>();
  const failures: Error[] = [];
  socket.on('close', resolveClosed);
  socket.on('error', (error) => failures.push(error));
  return {
    socket,
    closed,
    failures,
    opened: () => once(socket, 'open'),
    async next(): Promise<string> {
      while (messages.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return messages.shift() ?? '';
    },
    async nextJson(): Promise<Json> {
      return JSON.parse(await this.next());
    },
  };
}

/** Disconnects every client that a test left open. */
export function disconnectAll(): void {
  for (const socket of openSockets) socket.terminate();
  openSockets.clear();
}
