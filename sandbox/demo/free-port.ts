import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a free port of 127.0.0.1, for a process that must know its port beforehand. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port');
  return address.port;
}
