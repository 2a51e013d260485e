import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface TlsFiles {
  readonly key: string;
  readonly cert: string;
}

/** The listening socket, apart from the HTTP behind it, so that it can be shut, reopened, or let callers wait for ever. */
export interface Door {
  /** Bound on first opening; the same one afterwards. */
  readonly port: number;
  /** While true, callers are accepted and never heard. */
  isDeaf: boolean;
  /** Does nothing if it is open. */
  open(): Promise<void>;
  /** Ends every connection, without close frames or last words. */
  cutAll(): void;
  /** Refuses connections until reopened, and cuts the present ones. */
  shut(): Promise<void>;
}

export function createDoor(welcome: (socket: Socket) => void, wantedPort: number, tls?: TlsFiles): Door {
  const sockets = new Set<Socket>();
  let port = wantedPort;
  const server: Server = tls ? createTlsServer(tls, meet) : createServer(meet);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  function meet(socket: Socket): void {
    // Clients of a sandbox reset and vanish at will; 'close' follows.
    socket.on('error', () => {});
    if (!door.isDeaf) welcome(socket);
  }

  const door: Door = {
    get port() {
      return port;
    },
    isDeaf: false,
    async open() {
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      if (address !== null && typeof address === 'object') port = address.port;
    },
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    async shut() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      door.cutAll();
      await closed;
    },
  };
  return door;
}
