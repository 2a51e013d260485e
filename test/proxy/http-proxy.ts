import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface HttpProxyOptions {
  /** The only accepted `user:password`. Without it the proxy demands none. */
  readonly credentials?: string;
  /** Accepts connections and never answers. */
  readonly isSilent?: boolean;
  /** Refuses every connection with this status. */
  readonly refusesWith?: number;
  /** Key and certificate of a proxy reached by TLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/**
 * Starts an HTTP proxy on 127.0.0.1 until the test ends. It resolves every name to 127.0.0.1, so that addresses such as
 * `service.test` work only through it.
 */
export async function startHttpProxy({ credentials, isSilent = false, refusesWith, tls }: HttpProxyOptions = {}) {
  let refusal: number | null = refusesWith ?? null;
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const refusalOf = ({ headers }: IncomingMessage) =>
    refusal ?? (expected && headers['proxy-authorization'] !== expected ? 407 : null);

  function forward(incoming: IncomingMessage, answer: ServerResponse): void {
    seen.push(`${incoming.method} ${incoming.url}`);
    const status = refusalOf(incoming);
    if (isSilent) return;
    if (status !== null) return void answer.writeHead(status).end();
    const { port, pathname } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const outgoing = request({ host: '127.0.0.1', port, path: pathname, method: incoming.method ?? 'GET', headers });
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.writeHead(502).end());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  const server = tls === undefined ? createServer(forward) : createTlsServer(tls, forward);
  server.on('connection', (socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    seen.push(`CONNECT ${incoming.url}`);
    const status = refusalOf(incoming);
    socket.on('end', () => socket.destroy());
    if (isSilent) return void socket.resume();
    if (status !== null) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const upstream = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    upstream.on('close', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    port,
    origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    /** The first line of every request, such as `CONNECT service.test:443`. */
    seen,
    connectionCount: () => sockets.size,
    /** Refuses every further connection with this status, or none if it is null. */
    refuseWith(status: number | null) {
      refusal = status;
    },
    /** Cuts every connection. */
    cut() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
