import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a TCP proxy in front of a service. It counts the bytes and cuts or stalls connections on demand. */
export async function startProxy(target: string) {
  const carried = { up: 0, down: 0 };
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1');
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [upstream, client]] as const) {
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.pipe(to);
    }
    client.on('data', (chunk) => {
      carried.up += chunk.length;
    });
    upstream.on('data', (chunk) => {
      carried.down += chunk.length;
    });
    client.on('close', () => pairs.delete(pair));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const [client] of pairs) client.destroy();
  };
  onTestFinished(() => {
    server.close();
    cut();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    carried,
    cut,
    /** Drops all further bytes of the present connections, in both directions. */
    dropPackets(): void {
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
      }
    },
  };
}
