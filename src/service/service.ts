import type { MarketEvent } from '../market/change.ts';
import type { Snapshot } from '../market/shops/snapshot.ts';
import type { StockUnit } from '../market/shops/stock.ts';
import type { IngestCheckpoints } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { ServiceRecorder } from '../ports/snapshots.ts';
import type {
  HealthReport,
  Result,
  ServiceHealth,
  ServiceStatus,
  SnapshotStatus,
  StreamStatus,
  TakenSnapshot,
} from '../ports/status.ts';
import type { HttpProxy } from '../proxy/proxy.ts';
import type { Clock } from '../time/clock.ts';
import { beforeDeadline } from '../time/deadline.ts';
import { SharedRequest } from '../time/promise-cache.ts';
import { BanPoller, type PolledBans } from './ban-poller.ts';
import { describeFailure } from './http/answer.ts';
import { wholeJson } from './http/body.ts';
import { Http } from './http/http.ts';
import { type PathSegments, type Prefix, probePrefixes, Routes } from './routes.ts';
import { MinInterval } from './shops/min-interval.ts';
import { type PreviousSnapshot, Refresh } from './shops/refresh.ts';
import type { UnfinishedSave } from './shops/snapshot-reader.ts';
import { Stream } from './stream/stream.ts';
import { readHealth } from './wire/answers.ts';
import type { ShopRevision } from './wire/shop.ts';

const HEALTH_WITHIN_MS = 1_900;
const HEALTH_FRESH_MS = 5_000;
const REPORT_BYTES = 1024 * 1024;
const SHOPS_DEADLINE_MS = 180_000;
/** Half a million shops are 200 MB. */
const SHOPS_BYTES = 256 * 1024 * 1024;

/** The client of the data service. Passes its data to the callbacks of `ServiceOptions`. */
export class Service implements ServiceStatus {
  readonly #http: Http;
  readonly #routes: Routes;
  readonly #stream: Stream;
  readonly #refresh: Refresh;
  readonly #bans: BanPoller;
  readonly #health: SharedRequest<ServiceHealth>;
  readonly #stop = new AbortController();
  readonly #clock: Clock;
  /** Times of the last changes of stream and shops, as of the last health report. */
  #changedAt = '';
  #lastReport: ServiceHealth['lastReport'] = null;
  #wasUp = false;

  constructor(options: ServiceOptions) {
    const { clock, log, userAgent, chance, proxy = null } = options;
    const http = new Http({ userAgent, now: () => clock.now(), proxy });
    const routes = new Routes(options.baseUrl, options.segments);
    this.#clock = clock;
    this.#http = http;
    this.#routes = routes;
    this.#stream = new Stream({ ...options, routes, chance, onUp: (at) => this.#onUp(at, options.onUp) });
    const minInterval = new MinInterval(options.checkpoints, clock);
    const parts = { http, routes, minInterval, clock, deadlineMs: SHOPS_DEADLINE_MS, maxBytes: SHOPS_BYTES };
    this.#refresh = new Refresh({
      ...{ ...options, parts, chance },
      onPainting: (snbt) => options.onPainting(snbt, clock.now()),
    });
    this.#bans = new BanPoller({ http, routes, clock, log, chance, onBans: options.onBans });
    this.#health = new SharedRequest(() => this.#askHealth(), HEALTH_FRESH_MS, clock);
  }

  /** Runs until the signal aborts, then closes every connection. Never rejects for failures of the service. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#stream.run(signal), this.#refresh.run(signal), this.#bans.run(signal)]);
    this.#stop.abort();
    await this.#http.close();
  }

  /** Sets the snapshot from which a restart begins. Called before `run`. */
  beginWith(previous: PreviousSnapshot): void {
    this.#refresh.beginWith(previous);
  }

  /** Returns the prefixes of the service's routes and its revision, each null if not known yet. */
  found(): FoundRoutes {
    const [shopsPrefix, streamPrefix] = [this.#routes.found('shops-and-health'), this.#routes.found('economy')];
    return { shopsPrefix, streamPrefix, revision: this.#refresh.revision() };
  }

  stream(): StreamStatus {
    return this.#stream.status();
  }

  snapshot(): SnapshotStatus {
    return this.#refresh.status();
  }

  health(): Promise<ServiceHealth> {
    const { takenAt, failedAt } = this.snapshot();
    const changedAt = [this.stream().since, takenAt, failedAt].join(' ');
    if (changedAt !== this.#changedAt) this.#health.forget();
    this.#changedAt = changedAt;
    return this.#health.get();
  }

  /** Requests the health report alone. Resolves within 2 s. */
  report(): Promise<Result<HealthReport>> {
    return this.#askReport();
  }

  /** Resolves within 2 s. The list is at most a minute old if the service answers. */
  bannedPaintings(): Promise<PolledBans> {
    return this.#bans.get();
  }

  /** Holds the stream back, until `resumeStream`. */
  pauseStream(): void {
    this.#stream.pause();
  }

  resumeStream(): void {
    this.#stream.resume();
  }

  /** Trades during an outage show only in the next snapshot. At the start, one is on its way already. */
  #onUp(at: number, report: (at: number) => void): void {
    report(at);
    if (this.#wasUp) this.#refresh.refreshSoon();
    this.#wasUp = true;
  }

  /** Sends both requests at once. One after the other, they could show the service before and after an outage. */
  async #askHealth(): Promise<ServiceHealth> {
    const askedAt = this.#clock.now();
    const [up, report] = await Promise.all([this.#askRoot(), this.#askReport()]);
    return { askedAt, up, report, lastReport: this.#lastReport };
  }

  #soon<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return beforeDeadline({ ms: HEALTH_WITHIN_MS, clock: this.#clock, signal: this.#stop.signal }, work);
  }

  async #askRoot(): Promise<Result<true>> {
    const answer = await this.#soon((signal) => {
      const options = { url: this.#routes.root(), signal, maxBytes: REPORT_BYTES, html: true };
      // The body may change at any time, so only the status counts.
      return this.#http.get(options, async () => ({ ok: true, value: true }) as const);
    });
    return answer.ok ? { ok: true, value: true } : { ok: false, why: describeFailure(answer) };
  }

  async #askReport(): Promise<Result<HealthReport>> {
    const askedAt = this.#clock.now();
    const answer = await this.#soon((signal) =>
      probePrefixes(this.#routes, 'shops-and-health', (prefix) =>
        this.#http.get({ url: this.#routes.health(prefix), signal, maxBytes: REPORT_BYTES }, wholeJson),
      ),
    );
    if (!answer.ok) {
      const why = describeFailure(answer);
      return answer.kind === 'not-cached' ? { ok: false, why, isMissing: true } : { ok: false, why };
    }
    const report = answer.kind === 'ok' ? readHealth(answer.value) : { ok: false as const, why: 'not modified' };
    if (report.ok) this.#lastReport = { askedAt, value: report.value };
    return report;
  }
}

export interface FoundRoutes {
  readonly shopsPrefix: Prefix | null;
  readonly streamPrefix: Prefix | null;
  readonly revision: ShopRevision | null;
}

export interface ServiceOptions {
  /** The `base_url` of the service's document. */
  readonly baseUrl: string;
  readonly segments: PathSegments;
  /** The proxy to the service, or null or absent for a direct connection. */
  readonly proxy?: HttpProxy | null;
  /** `Crier/<version> (+contact)`. */
  readonly userAgent: string;
  readonly refreshMs: number;
  /** The unit of the wire's stock. */
  readonly unit: StockUnit;
  readonly clock: Clock;
  readonly log: Log;
  readonly checkpoints: IngestCheckpoints;
  /** Records the service's frames and snapshots. Absent if nothing is recorded. */
  readonly recorder?: ServiceRecorder;
  /** Age limit of history; 400 days if absent. */
  readonly historyMs?: number;
  /** Reads the events of earlier processes from `from` (epoch ms) on. Absent if none are written. */
  readonly writtenEvents?: (from: number) => Promise<readonly MarketEvent[]>;
  /** Returns a number in [0, 1). */
  readonly chance: () => number;
  /** Begins to save a snapshot that is about to be read. `onSnapshot` completes that. */
  readonly beginSaving: () => UnfinishedSave;
  readonly onSnapshot: (snapshot: Snapshot) => Promise<TakenSnapshot>;
  /** Called when the service confirms by a 304 that the current snapshot holds at `at` (epoch ms). */
  readonly onUnchanged: (at: number) => void;
  readonly onEvent: (event: MarketEvent) => void;
  /**
   * Takes the SNBT of an item that shows a canvas. Must not block.
   * @param at epoch ms of its event, or of the reading of the shops
   */
  readonly onPainting: (snbt: string, at: number) => void;
  readonly onDown: (at: number, why: string) => void;
  readonly onUp: (at: number) => void;
  /** Resolves with true when all events before the call are written, with false if they will not be. */
  readonly written: () => Promise<boolean>;
  readonly onBans: (ids: readonly string[], at: number) => void;
}
