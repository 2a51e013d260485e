import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface TlsFiles {
  readonly key: string;
  readonly cert: string;
}

export interface ListenAt {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Plain TCP if absent. */
  readonly tls?: TlsFiles | undefined;
}

/** The listening socket, separate from HTTP, so that tests can close it, reopen it, or leave callers unanswered. */
export interface Listener {
  /** Bound at the first opening, and the same afterwards. */
  readonly port: number;
  /** Whether connections are accepted and never read. */
  isUnresponsive: boolean;
  /** Does nothing if the socket is open. */
  open(): Promise<void>;
  /** Ends every connection without a close frame. */
  cutConnections(): void;
  /** Refuses connections until reopened, and cuts the present ones. */
  close(): Promise<void>;
}

export function createListener(
  onConnection: (socket: Socket) => void,
  { host, port: wantedPort, tls }: ListenAt,
): Listener {
  const sockets = new Set<Socket>();
  let port = wantedPort;
  const server: Server = tls ? createTlsServer(tls, accept) : createServer(accept);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  function accept(socket: Socket): void {
    // Clients of a sandbox reset and vanish at any time. 'close' follows.
    socket.on('error', () => {});
    if (!listener.isUnresponsive) onConnection(socket);
  }

  const listener: Listener = {
    get port() {
      return port;
    },
    isUnresponsive: false,
    async open() {
      if (server.listening) return;
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address();
      if (address !== null && typeof address === 'object') port = address.port;
    },
    cutConnections() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      listener.cutConnections();
      await closed;
    },
  };
  return listener;
}
