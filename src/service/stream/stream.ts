import { Condition } from '../../log/condition.ts';
import type { MarketEvent } from '../../market/change.ts';
import type { IngestCheckpoints } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { ServiceRecorder } from '../../ports/snapshots.ts';
import type { StreamStatus } from '../../ports/status.ts';
import type { HttpProxy } from '../../proxy/proxy.ts';
import type { Clock } from '../../time/clock.ts';
import type { Routes } from '../routes.ts';
import { unreadNames } from '../wire/fields.ts';
import { StreamConnection } from './connection.ts';
import { adviceOn, describeEnding, type Ending, endingReason, nextAttempt, retryMs } from './ending.ts';
import { receivedUntil, StreamHeartbeat, socketRead } from './heartbeat.ts';
import { FrameReader } from './reader.ts';
import { REMEMBERED_MS } from './repeats.ts';

/**
 * The economy stream, which reconnects for ever. It is live from the first sign of life (a frame or a pong) of a
 * connection. It is down when that ends, and at the start, because a killed process could not report its end. `onDown`
 * is called in both cases.
 */
export class Stream {
  readonly #options: StreamOptions;
  readonly #clock: Clock;
  readonly #reader: FrameReader;
  readonly #condition: Condition;
  readonly #heartbeat: StreamHeartbeat;
  #connection: StreamConnection | null = null;
  #paused = false;
  /** Epoch ms since when the last connection was held back, or null if it was read without delay to its end. */
  #unreadSince: number | null = null;
  #state: StreamStatus['state'] = 'connecting';
  #since: number;
  #lastFrameAt: number | null = null;
  #lastEventAt: number | null = null;
  #attempt = -1;
  /** Epoch ms at which the signal aborted an open connection, or null before that. */
  #stoppedAt: number | null = null;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#since = options.clock.now();
    this.#reader = new FrameReader(options);
    this.#condition = new Condition({ log: options.log, begins: 'Stream down', ends: 'Stream live again' });
    this.#heartbeat = new StreamHeartbeat(options, () => this.#hasWrittenAll());
  }

  status(): StreamStatus {
    return {
      state: this.#state,
      since: this.#since,
      lastFrameAt: this.#lastFrameAt,
      lastEventAt: this.#lastEventAt,
      counted: this.#reader.counted(),
      unread: unreadNames.counted(),
    };
  }

  /** Holds the peer back while events cannot be taken, through reconnects, until `resume`. */
  pause(): void {
    this.#paused = true;
    this.#connection?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#connection?.resume();
  }

  /** Runs until the signal aborts. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const lastLiveAt = await this.#heartbeat.ofEarlierProcess(signal);
    if (lastLiveAt === 'aborted') return;
    this.#options.onDown(lastLiveAt ?? this.#clock.now(), 'start');
    await this.#rememberWritten(lastLiveAt ?? this.#clock.now());
    while (!signal.aborted) {
      const ending = await this.#connect(signal);
      if (ending.kind === 'stopped') break;
      await this.#clock.sleep(retryMs(ending, this.#attempt, this.#options.chance()), signal);
    }
    const stoppedAt = this.#stoppedAt ?? this.#clock.now();
    this.#goDown('stopped', this.#unreadSince ?? receivedUntil(this.#since, stoppedAt), 'stopped');
  }

  /**
   * Reads the last events before the stream was lost, however long ago, because a service repeats its last ones. If
   * they cannot be read, users may be notified of them twice.
   */
  async #rememberWritten(lastLiveAt: number): Promise<void> {
    const { writtenEvents, log } = this.#options;
    if (writtenEvents === undefined) return;
    try {
      this.#reader.rememberWritten(await writtenEvents(lastLiveAt - REMEMBERED_MS));
    } catch (error) {
      log.error({ err: error }, 'Could not read the last events of an earlier process');
    }
  }

  /** Runs one connection, and after a 404 one under the other prefix. */
  async #connect(signal: AbortSignal): Promise<Ending> {
    let ending: Ending = { kind: 'stopped' };
    for (const prefix of this.#options.routes.toTry('economy')) {
      const began = this.#clock.monotonic();
      ending = await this.#runConnection(this.#options.routes.economy(prefix), signal, () =>
        this.#options.routes.remember('economy', prefix),
      );
      const lived = this.#state === 'live' ? this.#clock.monotonic() - began : 0;
      if (ending.kind === 'refused' && ending.status === 404 && !signal.aborted) continue;
      this.#noteEnding(ending, lived);
      return ending;
    }
    this.#noteEnding(ending, 0);
    return ending;
  }

  async #runConnection(url: string, signal: AbortSignal, onFound: () => void): Promise<Ending> {
    if (signal.aborted) return { kind: 'stopped' };
    const { userAgent, handshakeMs = 10_000, proxy = null } = this.#options;
    const connection = new StreamConnection({
      url,
      proxy,
      userAgent,
      handshakeMs,
      clock: this.#clock,
      onOpen: () => {
        onFound();
        this.#reader.beginConnection();
        this.#options.recorder?.streamOpened(this.#clock.now(), this.#options.routes.found('economy') ?? '');
        if (this.#paused) connection.pause();
      },
      onSignOfLife: () => this.#goLive(),
      onFrame: (data, isBinary) => this.#take(data, isBinary),
    });
    this.#connection = connection;
    const stop = async () => {
      this.#stoppedAt = this.#clock.now();
      await socketRead();
      connection.stop();
    };
    signal.addEventListener('abort', stop, { once: true });
    const ending = await connection.ended;
    signal.removeEventListener('abort', stop);
    this.#connection = null;
    this.#unreadSince = connection.unreadSince();
    return ending;
  }

  /** Resolves with true when all data that had arrived at the call is written, with false if it will not be. */
  async #hasWrittenAll(): Promise<boolean> {
    await socketRead();
    return !this.#paused && (await this.#options.written());
  }

  #take(data: Buffer, isBinary: boolean): void {
    this.#lastFrameAt = this.#clock.now();
    this.#options.recorder?.frame(this.#lastFrameAt, data, isBinary);
    if (this.#reader.read(data, isBinary)) this.#lastEventAt = this.#lastFrameAt;
  }

  #noteEnding(ending: Ending, livedMs: number): void {
    // A connection that fails between the stop and its own end belongs to the stop.
    if (ending.kind === 'stopped' || this.#stoppedAt !== null) return;
    this.#attempt = nextAttempt(this.#attempt, livedMs);
    const reason = endingReason(ending);
    this.#options.recorder?.streamEnded(this.#clock.now(), reason);
    const description = describeEnding(ending, this.#options.proxy ?? null);
    const sentence = adviceOn(ending) === null ? `${description}, retrying` : description;
    this.#condition.setCause({ name: reason, sentence });
    // A silent peer was lost at its last sign of life, not when that was noticed. A held-back one may have gone long
    // before its end could be read.
    const noticedAt = ending.kind === 'silent' ? ending.lastReceivedAt : this.#clock.now();
    this.#goDown('down', this.#unreadSince ?? noticedAt, reason);
  }

  #goLive(): void {
    if (this.#state !== 'live') {
      this.#state = 'live';
      this.#since = this.#clock.now();
      this.#condition.clear();
      this.#options.onUp(this.#since);
    }
    this.#heartbeat.note(this.#since);
  }

  #goDown(state: 'down' | 'stopped', at: number, why: string): void {
    const wasLive = this.#state === 'live';
    if (state !== this.#state) this.#since = at;
    this.#state = state;
    if (wasLive) this.#options.onDown(at, why);
  }
}

export interface StreamOptions {
  /** The proxy to the stream, or null or absent for a direct connection. */
  readonly proxy?: HttpProxy | null;
  readonly routes: Routes;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly checkpoints: IngestCheckpoints;
  /** Records frames, openings and endings. Absent if nothing is recorded. */
  readonly recorder?: ServiceRecorder;
  /** Age limit of history; see `FrameReaderOptions`. */
  readonly historyMs?: number;
  /** Reads the events of earlier processes from `from` (epoch ms) on. Absent if none are written. */
  readonly writtenEvents?: (from: number) => Promise<readonly MarketEvent[]>;
  /** Returns a number in [0, 1). */
  readonly chance: () => number;
  readonly handshakeMs?: number;
  /** Called for each event, in order. */
  readonly onEvent: (event: MarketEvent) => void;
  /**
   * Takes the SNBT of an item that shows a canvas. Must not block.
   * @param at epoch ms of its event
   */
  readonly onPainting: (snbt: string, at: number) => void;
  /**
   * Reports that the stream has been down since `at` (epoch ms). At the start, that is when it was last live in an
   * earlier process, else now.
   */
  readonly onDown: (at: number, why: string) => void;
  readonly onUp: (at: number) => void;
  /** Resolves with true when all events before the call are written, with false if they will not be. */
  readonly written: () => Promise<boolean>;
}
