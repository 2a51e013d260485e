import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy between a test's handles and the cluster, with faults on demand. */
export interface TcpProxy {
  /** Returns the address of the same database through the proxy, as in STORE_URL. */
  url(direct: string): string;
  /** Resets all connections without a goodbye. New ones are accepted. */
  cut(): void;
  /** Resets new connections at once. */
  refuse(isRefused: boolean): void;
  /** Stops forwarding in both directions without closing; `false` forwards the held bytes and continues. */
  hold(isHeld: boolean): void;
  /** Delays the server's bytes by `ms` milliseconds. */
  delay(ms: number): void;
  /**
   * Cuts the next connection that sends a text with `statement` after the server's whole answer, so that the commit
   * stays unknown to the client. Prepared statements are recognized by their name. Resolves when it is cut.
   */
  cutAfterAnswerTo(statement: string): Promise<void>;
  /** Resets all connections, and stops listening. */
  close(): Promise<void>;
}

/** Opens a proxy in front of the cluster's socket at that address. */
export async function startTcpProxy(direct: string): Promise<TcpProxy> {
  const folder = new URL(direct).searchParams.get('host');
  const pairs = new Set<Pair>();
  const faults: Faults = { isRefused: false, isHeld: false, delayMs: 0, cutAfter: null };
  const server = createServer((client) => {
    if (faults.isRefused) return client.destroy();
    const pair = new Pair(client, createConnection(`${folder}/.s.PGSQL.5432`), faults, () => pairs.delete(pair));
    return pairs.add(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  return {
    url(from) {
      const url = new URL(from);
      url.host = `127.0.0.1:${port}`;
      url.search = '';
      return url.href;
    },
    cut() {
      for (const pair of pairs) pair.cut();
    },
    refuse(isRefused) {
      faults.isRefused = isRefused;
    },
    hold(isHeld) {
      faults.isHeld = isHeld;
      for (const pair of pairs) pair.letThrough();
    },
    delay(ms) {
      faults.delayMs = ms;
    },
    cutAfterAnswerTo: (statement) =>
      new Promise((done) => {
        faults.cutAfter = { statement, done };
      }),
    async close() {
      for (const pair of pairs) pair.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Faults {
  isRefused: boolean;
  isHeld: boolean;
  delayMs: number;
  cutAfter: { readonly statement: string; readonly done: () => void } | null;
}

/**
 * The start of ReadyForQuery, before its one byte for the state of the transaction: the server has answered everything.
 */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** A client's connection and its connection to the server. */
class Pair {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #faults: Faults;
  /** Called once the server has answered; the client never receives the answer. */
  #lastAnswer: (() => void) | null = null;
  /** The last bytes of the held answer. */
  #unheard: Buffer = Buffer.alloc(0);

  constructor(client: Socket, server: Socket, faults: Faults, onEnd: () => void) {
    this.#client = client;
    this.#server = server;
    this.#faults = faults;
    for (const socket of [client, server]) {
      socket.on('error', () => this.cut()); // the other side ends too
      socket.on('close', () => this.cut());
    }
    client.on('close', onEnd);
    client.on('data', (bytes) => this.#fromClient(bytes));
    server.on('data', (bytes) => void this.#fromServer(bytes));
    this.letThrough();
  }

  cut(): void {
    this.#client.resetAndDestroy();
    this.#server.destroy();
  }

  letThrough(): void {
    for (const socket of [this.#client, this.#server]) {
      if (this.#faults.isHeld) socket.pause();
      else socket.resume();
    }
  }

  #fromClient(bytes: Buffer): void {
    const { cutAfter } = this.#faults;
    if (cutAfter !== null && bytes.includes(cutAfter.statement)) {
      this.#faults.cutAfter = null;
      this.#lastAnswer = cutAfter.done;
    }
    this.#server.write(bytes);
  }

  async #fromServer(bytes: Buffer): Promise<void> {
    if (this.#lastAnswer !== null) {
      this.#unheard = Buffer.concat([this.#unheard, bytes]).subarray(-READY.length - 1);
      if (!this.#unheard.subarray(0, -1).equals(READY)) return;
      this.cut();
      this.#lastAnswer();
      return;
    }
    if (this.#faults.delayMs > 0) await wait(this.#faults.delayMs);
    this.#client.write(bytes);
  }
}
