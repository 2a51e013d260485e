import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import { isJson, type Json, jsonOf } from '../json.ts';
import { closeCodes, opcodes } from '../numbers.ts';
import type { Session } from './session.ts';

const maxPayloadBytes = 4_096;
const sendsPerMinute = 120;
const ignored: readonly unknown[] = [opcodes.presence, opcodes.voiceState];

/** The gateway's functions that a connection needs. */
export interface ConnectionHost {
  readonly acknowledgesHeartbeats: boolean;
  /**
   * Starts a session.
   * @returns the session, 'invalid' for opcode 9, or a close code
   */
  identify(data: Json, socket: WebSocket): Session | 'invalid' | number;
  /**
   * Resumes a session.
   * @returns the session, 'invalid' for opcode 9, or a close code
   */
  resume(data: Json, socket: WebSocket): Session | 'invalid' | number;
  reportViolation(text: string): void;
}

/** A WebSocket of the bot: HELLO, heartbeats, IDENTIFY or RESUME, and the rules whose breach closes it. */
export class Connection {
  readonly socket: WebSocket;
  session: Session | null = null;
  readonly #host: ConnectionHost;
  readonly #clock: Clock;
  readonly #heartbeatIntervalMs: number;
  #watch: NodeJS.Timeout | undefined;
  #sentTimes: number[] = [];

  constructor(socket: WebSocket, parts: { host: ConnectionHost; clock: Clock; heartbeatIntervalMs: number }) {
    this.socket = socket;
    this.#host = parts.host;
    this.#clock = parts.clock;
    this.#heartbeatIntervalMs = parts.heartbeatIntervalMs;
    socket.on('message', (data, isBinary) => this.#receive(String(data), isBinary));
    socket.on('close', () => clearTimeout(this.#watch));
    this.#send(opcodes.hello, { heartbeat_interval: this.#heartbeatIntervalMs, _trace: [] });
    this.#awaitHeartbeat();
  }

  /** Sends opcode 7, which makes the client reconnect and resume. */
  askToReconnect(): void {
    this.#send(opcodes.reconnect, null);
  }

  /** Sends opcode 9, which makes the client resume, or identify again if the session is not resumable. */
  invalidate(resumable: boolean): void {
    if (this.session) this.session.socket = null;
    this.session = null;
    this.#send(opcodes.invalidSession, resumable);
  }

  #receive(text: string, isBinary: boolean): void {
    const frame = isBinary || Buffer.byteLength(text) > maxPayloadBytes ? null : parse(text);
    const since = this.#clock.now() - 60_000;
    this.#sentTimes = [...this.#sentTimes.filter((atMs) => atMs > since), this.#clock.now()];
    if (!frame) this.#close(closeCodes.decodeError, 'a frame that is not JSON of at most 4,096 bytes');
    else if (this.#sentTimes.length > sendsPerMinute) this.#close(closeCodes.rateLimited, 'over 120 frames a minute');
    else this.#handle(frame.op, frame.d);
  }

  #handle(op: unknown, data: unknown): void {
    if (op === opcodes.heartbeat) this.#heartbeat(data);
    else if (op === opcodes.identify || op === opcodes.resume) this.#authenticate(op, jsonOf(data));
    else if (!this.session) this.#close(closeCodes.notAuthenticated, `opcode ${String(op)} before IDENTIFY`);
    else if (op === opcodes.requestMembers)
      this.#host.reportViolation('asked for guild members, which is not offered here');
    else if (!ignored.includes(op)) this.#close(closeCodes.unknownOpcode, `opcode ${String(op)}`);
  }

  #heartbeat(sequence: unknown): void {
    const known = this.session?.lastSequence ?? 0;
    if (sequence !== null && (typeof sequence !== 'number' || (this.session && sequence > known))) {
      this.#host.reportViolation(`heartbeat with sequence ${String(sequence)} of ${known}`);
    }
    this.#awaitHeartbeat();
    if (this.#host.acknowledgesHeartbeats) this.#send(opcodes.heartbeatAck);
  }

  #authenticate(op: number, data: Json): void {
    if (this.session) {
      this.#close(closeCodes.alreadyAuthenticated, 'IDENTIFY or RESUME twice');
      return;
    }
    const [name, session] =
      op === opcodes.identify
        ? ['IDENTIFY', this.#host.identify(data, this.socket)]
        : ['RESUME', this.#host.resume(data, this.socket)];
    if (typeof session === 'number') this.#close(session, `${name} was refused`);
    else if (session === 'invalid') this.invalidate(false);
    else this.session = session;
  }

  /**
   * Closes the connection after two intervals without a heartbeat. The timer uses real time, so that an advanced clock
   * closes no live connection.
   */
  #awaitHeartbeat(): void {
    clearTimeout(this.#watch);
    const close = (): void => this.#close(closeCodes.sessionTimedOut, 'no heartbeat');
    this.#watch = setTimeout(close, this.#heartbeatIntervalMs * 2).unref();
  }

  #close(code: number, why: string): void {
    if (code !== closeCodes.sessionTimedOut) this.#host.reportViolation(`gateway closed with ${code}: ${why}`);
    this.socket.close(code);
  }

  #send(op: number, data?: unknown): void {
    this.socket.send(JSON.stringify({ op, ...(data !== undefined && { d: data }), s: null, t: null }));
  }
}

function parse(text: string): Json | null {
  try {
    const frame: unknown = JSON.parse(text);
    return isJson(frame) ? frame : null;
  } catch {
    return null; // the caller closes the connection
  }
}
