import type { ClientRequestArgs } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { WebSocket } from 'ws';
import { type HttpProxy, openTunnel } from '../../proxy/proxy.ts';
import type { Clock } from '../../time/clock.ts';
import { countedMs, Deadline, type Moment, momentOf } from '../../time/deadline.ts';
import { type Ending, erredWith, refusedBy } from './ending.ts';

/** An event with a full container is some hundred kilobytes; more is no event. */
const LARGEST_FRAME_BYTES = 4 * 1024 * 1024;
const MOST_FRAGMENTS = 1_024;

/**
 * One connection to the stream, from the handshake to its end; afterwards none of its frames is handed on. It pings every
 * 10 s and ends itself when the peer is silent (a service that says no hello within 10 s is pinged, and a pong keeps it).
 */
export class Connection {
  /** Resolves once, when it is over; never rejects. */
  readonly ended: Promise<Ending>;
  readonly #options: ConnectionOptions;
  readonly #socket: WebSocket;
  readonly #over = new AbortController();
  readonly #resolve: (ending: Ending) => void;
  #heard = false;
  #lastHeardAt: number;
  #unreadSince: number | null = null;
  /** At any time since the last check. */
  #wasHeldBack = false;

  constructor(options: ConnectionOptions) {
    const { promise, resolve } = Promise.withResolvers<Ending>();
    this.ended = promise;
    this.#resolve = resolve;
    this.#options = options;
    this.#lastHeardAt = options.clock.now();
    const { url, proxy = null } = options;
    this.#socket = new WebSocket(url, {
      ...(proxy !== null && { createConnection: throughProxy(proxy, url, this.#over.signal) }),
      headers: { 'user-agent': options.userAgent },
      perMessageDeflate: false,
      followRedirects: false,
      // The environment (NODE_TLS_REJECT_UNAUTHORIZED) cannot turn this off.
      rejectUnauthorized: true,
      maxPayload: LARGEST_FRAME_BYTES,
      maxFragments: MOST_FRAGMENTS,
      // Looked at by the reader, which counts a bad frame instead of losing the connection and what follows.
      skipUTF8Validation: true,
    });
    this.#listen();
    this.#limitHandshake();
  }

  /** Ends it at once; what the peer still sends is dropped. */
  stop(): void {
    this.#end({ kind: 'stopped' });
  }

  /** Stops reading, so that TCP holds the peer back; silence is no fault meanwhile. */
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
   * Since when it is held back, or was until lately, epoch ms: its end may have come at any time from then on, with more that
   * cannot be read any more. null: it is read as it comes.
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
    // Stays on after the end: terminate() during the handshake gives a late 'error'.
    socket.on('error', (error) => this.#end(erredWith(error)));
  }

  #noteSignOfLife(): void {
    if (this.#over.signal.aborted) return;
    this.#heard = true;
    this.#lastHeardAt = this.#options.clock.now();
    this.#options.onSignOfLife();
  }

  /** A limit on the whole handshake: ws's own one begins anew with each byte. */
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
      await clock.sleep(CHECK_EVERY_MS, this.#over.signal);
      if (this.#socket.readyState !== WebSocket.OPEN) continue;
      liveness = checkLiveness(liveness, this.#heard || this.#socket.isPaused, momentOf(clock));
      if (this.#heard && !this.#wasHeldBack) this.#unreadSince = null;
      this.#wasHeldBack = this.#socket.isPaused;
      this.#heard = false;
      if (isDead(liveness)) this.#end({ kind: 'silent', lastHeardAt: this.#lastHeardAt });
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
 * Connects through a tunnel, TLS inside it for wss. RFC 6455, 4.1 demands CONNECT for ws too; Node's own proxy agent
 * sends the absolute form there, in which proxies drop the Upgrade header.
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
  /** ws: or wss: */
  readonly url: string;
  /** The proxy to it. Absent or null if it is reached directly. */
  readonly proxy?: HttpProxy | null;
  readonly userAgent: string;
  readonly clock: Clock;
  /** For the whole handshake. */
  readonly handshakeMs: number;
  /** The upgrade succeeded. */
  readonly onOpen: () => void;
  /** A frame, ping or pong came. */
  readonly onSignOfLife: () => void;
  readonly onFrame: (data: Buffer, isBinary: boolean) => void;
}

/** Between two checks of a connection; each sends a ping. */
export const CHECK_EVERY_MS = 10_000;
/**
 * A peer is dead after so much silence in which this process was free to hear it. An idle process finds that at the second
 * check, within 30 s. One that works for a quarter of the time or more takes longer.
 */
const SILENT_MS = 1.5 * CHECK_EVERY_MS;

/** State of a connection: how long it was silent, and when it was checked last. */
export interface Liveness {
  readonly silentMs: number;
  readonly checkedAt: Moment;
}

/**
 * One check of a connection. Silence counts against the peer only while this process was free to hear it (`countedMs`).
 * @param heard whether a frame or pong came since the last check
 */
export function checkLiveness({ silentMs, checkedAt }: Liveness, heard: boolean, now: Moment): Liveness {
  return { silentMs: heard ? 0 : silentMs + countedMs(checkedAt, now, CHECK_EVERY_MS), checkedAt: now };
}

/** The peer answered neither pings nor otherwise. */
export function isDead({ silentMs }: Liveness): boolean {
  return silentMs >= SILENT_MS;
}
