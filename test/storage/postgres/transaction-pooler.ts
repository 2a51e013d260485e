import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { SerialQueue } from '../../../src/time/serial-queue.ts';

const SYNC = 'S'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const IDLE = Buffer.from([READY, 0, 0, 0, 5, 0x49]);

/**
 * Opens a pooler like PgBouncer in transaction mode, with one connection to the server that all clients share.
 * @returns its port
 */
export async function openTransactionPooler(folder: string, database: string): Promise<number> {
  const upstream = createConnection(`${folder}/.s.PGSQL.5432`);
  const answers = messagesOf(upstream);
  upstream.write(startup({ user: 'crier', database }));
  await untilReady(answers);
  const turns = new SerialQueue();
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    void serve(client, (asked) =>
      turns.run(async () => {
        upstream.write(asked);
        client.write(await untilReady(answers));
      }),
    ).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of [...clients, upstream]) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Accepts a client, and forwards its statements one transaction at a time. */
async function serve(client: Socket, ask: (bytes: Buffer) => Promise<void>): Promise<void> {
  client.on('error', () => {}); // the client has gone
  await once(client, 'data'); // its startup message message
  client.write(Buffer.concat([AUTHENTICATED, IDLE]));
  let asked: Buffer[] = [];
  for await (const message of messagesOf(client)) {
    if (message[0] === 'X'.charCodeAt(0)) return;
    asked.push(message);
    if (message[0] !== SYNC && message[0] !== QUERY) continue;
    await ask(Buffer.concat(asked));
    asked = [];
  }
}

async function untilReady(answers: AsyncGenerator<Buffer>): Promise<Buffer> {
  const answered: Buffer[] = [];
  while (answered.at(-1)?.[0] !== READY) {
    const { value, done } = await answers.next();
    if (done) throw new Error('the server has gone');
    answered.push(value);
  }
  return Buffer.concat(answered);
}

/** Yields the messages of a connection after its startup, each with its type and length. */
async function* messagesOf(socket: Socket): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of socket as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
  }
}

function startup(parameters: Readonly<Record<string, string>>): Buffer {
  const body = Buffer.from(`${Object.entries(parameters).flat().join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length);
  head.writeInt32BE(0x00_03_00_00, 4);
  return Buffer.concat([head, body]);
}
