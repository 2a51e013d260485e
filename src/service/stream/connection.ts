import type { ClientRequestArgs } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { WebSocket } from 'ws';
import { type HttpProxy, openTunnel } from '../../proxy/proxy.ts';
import type { Clock } from '../../time/clock.ts';
import { countedMs, Deadline, type Moment, momentOf } from '../../time/deadline.ts';
import { type Ending, erredWith, refusedBy } from './ending.ts';

/** Limits a frame. An event with a full container has some hundred kilobytes. */
const LARGEST_FRAME_BYTES = 4 * 1024 * 1024;
const MOST_FRAGMENTS = 1_024;

/**
 * One connection to the stream, from the handshake to its end, after which it passes on no frame. It pings every 10 s
 * and ends itself if the peer is silent. A service without a hello within 10 s is pinged too, and a pong keeps it
 * connected.
 */
export class StreamConnection {
  /** Resolves once, when the connection is over. Never rejects. */
  readonly ended: Promise<Ending>;
  readonly #options: ConnectionOptions;
  readonly #socket: WebSocket;
  readonly #over = new AbortController();
  readonly #resolve: (ending: Ending) => void;
  #hasReceived = false;
  #lastReceivedAt: number;
  #unreadSince: number | null = null;
  /** Whether the connection was held back at any time since the last check. */
  #wasHeldBack = false;

  constructor(options: ConnectionOptions) {
    const { promise, resolve } = Promise.withResolvers<Ending>();
    this.ended = promise;
    this.#resolve = resolve;
    this.#options = options;
    this.#lastReceivedAt = options.clock.now();
    const { url, proxy = null } = options;
    this.#socket = new WebSocket(url, {
      ...(proxy !== null && { createConnection: throughProxy(proxy, url, this.#over.signal) }),
      headers: { 'user-agent': options.userAgent },
      perMessageDeflate: false,
      followRedirects: false,
      // The environment (NODE_TLS_REJECT_UNAUTHORIZED) cannot turn certificate checks off.
      rejectUnauthorized: true,
      maxPayload: LARGEST_FRAME_BYTES,
      maxFragments: MOST_FRAGMENTS,
      // The reader validates UTF-8, so that a bad frame is counted and does not close the connection.
      skipUTF8Validation: true,
    });
    this.#listen();
    this.#limitHandshake();
  }

  /** Ends the connection at once. Later frames of the peer are dropped. */
  stop(): void {
    this.#end({ kind: 'stopped' });
  }

  /** Stops reading, so that TCP holds the peer back. Silence does not count meanwhile. */
  pause(): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#unreadSince ??= this.#options.clock.now();
    this.#wasHeldBack = true;
    this.#socket.pause();
  }

  resume(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.resume();
  }

  /**
   * Returns since when (epoch ms) the connection has been held back, or was until recently, or null if it is read as
   * data arrives. It may have ended at any time since, with data that can no longer be read.
   */
  unreadSince(): number | null {
    return this.#unreadSince;
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on('open', () => {
      this.#options.onOpen();
      void this.#watchLiveness();
    });
    socket.on('message', (data, isBinary) => {
      if (this.#over.signal.aborted) return;
      this.#noteSignOfLife();
      this.#options.onFrame(Buffer.isBuffer(data) ? data : Buffer.alloc(0), isBinary);
    });
    socket.on('ping', () => this.#noteSignOfLife());
    socket.on('pong', () => this.#noteSignOfLife());
    socket.on('unexpected-response', (_request, response) => {
      this.#end(refusedBy(response, this.#options.clock.now()));
    });
    socket.on('close', (code) => this.#end({ kind: 'closed', code }));
    // Stays on after the end, because terminate() during the handshake causes a late 'error'.
    socket.on('error', (error) => this.#end(erredWith(error)));
  }

  #noteSignOfLife(): void {
    if (this.#over.signal.aborted) return;
    this.#hasReceived = true;
    this.#lastReceivedAt = this.#options.clock.now();
    this.#options.onSignOfLife();
  }

  /** Limits the whole handshake. The timeout of ws begins again with each byte. */
  #limitHandshake(): void {
    const { clock, handshakeMs } = this.#options;
    const deadline = new Deadline({ ms: handshakeMs, clock });
    const end = () => deadline.end();
    deadline.signal.addEventListener('abort', () => this.#end({ kind: 'no-handshake' }), { once: true });
    this.#socket.once('open', end);
    this.#over.signal.addEventListener('abort', end, { once: true });
  }

  async #watchLiveness(): Promise<void> {
    const { clock } = this.#options;
    let liveness: Liveness = { silentMs: 0, checkedAt: momentOf(clock) };
    while (!this.#over.signal.aborted) {
      await clock.sleep(CONNECTION_CHECK_EVERY_MS, this.#over.signal);
      if (this.#socket.readyState !== WebSocket.OPEN) continue;
      liveness = checkLiveness(liveness, this.#hasReceived || this.#socket.isPaused, momentOf(clock));
      if (this.#hasReceived && !this.#wasHeldBack) this.#unreadSince = null;
      this.#wasHeldBack = this.#socket.isPaused;
      this.#hasReceived = false;
      if (isDead(liveness)) this.#end({ kind: 'silent', lastReceivedAt: this.#lastReceivedAt });
      else this.#socket.ping();
    }
  }

  #end(ending: Ending): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#socket.terminate();
    this.#resolve(ending);
  }
}

/**
 * Connects through a tunnel, with TLS inside it for wss. RFC 6455, 4.1 demands CONNECT for ws too. Node's own proxy
 * agent requests a ws address by its full URL, and proxies drop the Upgrade header of such a request.
 */
function throughProxy(
  proxy: HttpProxy,
  url: string,
  signal: AbortSignal,
): NonNullable<ClientRequestArgs['createConnection']> {
  const { protocol, hostname, port: givenPort } = new URL(url);
  const isSecure = protocol === 'wss:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const port = Number(givenPort || (isSecure ? 443 : 80));
  const secure = (socket: Socket) =>
    connectByTls({ socket, host, servername: isIP(host) === 0 ? host : '', rejectUnauthorized: true });
  return (_options, onCreated) => {
    openTunnel(proxy, { host, port }, signal).then(
      (socket) => onCreated(null, isSecure ? secure(socket) : socket),
      (error: Error) => onCreated(error, undefined as never),
    );
    return undefined;
  };
}

export interface ConnectionOptions {
  readonly url: string;
  /** The proxy to the stream, or null or absent for a direct connection. */
  readonly proxy?: HttpProxy | null;
  readonly userAgent: string;
  readonly clock: Clock;
  /** Limits the whole handshake. */
  readonly handshakeMs: number;
  /** Called when the upgrade has succeeded. */
  readonly onOpen: () => void;
  /** Called for each frame, ping and pong. */
  readonly onSignOfLife: () => void;
  readonly onFrame: (data: Buffer, isBinary: boolean) => void;
}

/** Time between two checks of a connection. Each check sends a ping. */
export const CONNECTION_CHECK_EVERY_MS = 10_000;
/**
 * Silence, counted only while this process could hear it, after which a peer is dead. An idle process finds that at the
 * second check, within 30 s; one that works for a quarter of the time or more takes longer.
 */
const DEAD_AFTER_SILENT_MS = 1.5 * CONNECTION_CHECK_EVERY_MS;

/** The counted silence of a connection, and its last check. */
export interface Liveness {
  readonly silentMs: number;
  readonly checkedAt: Moment;
}

/**
 * Checks a connection. Silence counts only while this process could hear the peer (see `countedMs`).
 * @param hasReceived whether a frame or pong arrived since the last check
 */
export function checkLiveness({ silentMs, checkedAt }: Liveness, hasReceived: boolean, now: Moment): Liveness {
  return {
    silentMs: hasReceived ? 0 : silentMs + countedMs(checkedAt, now, CONNECTION_CHECK_EVERY_MS),
    checkedAt: now,
  };
}

/** Returns whether the peer answered neither pings nor otherwise for too long. */
export function isDead({ silentMs }: Liveness): boolean {
  return silentMs >= DEAD_AFTER_SILENT_MS;
}
