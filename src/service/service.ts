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
import { type PathSegments, type Prefix, probe, Routes } from './routes.ts';
import { MinInterval } from './shops/min-interval.ts';
import { type PreviousSnapshot, Refresh } from './shops/refresh.ts';
import type { UnfinishedSave } from './shops/snapshot-reader.ts';
import { Stream } from './stream/stream.ts';
import { readHealth } from './wire/answers.ts';
import type { ShopRevision } from './wire/shop.ts';

const ANSWER_WITHIN_MS = 1_900;
const FRESH_MS = 5_000;
const REPORT_BYTES = 1024 * 1024;
const SHOPS_DEADLINE_MS = 180_000;
/** Half a million shops are 200 MB. */
const SHOPS_BYTES = 256 * 1024 * 1024;

/** The data service as the rest of Crier sees it: what it sends is handed to the callbacks of `ServiceOptions`. */
export class Service implements ServiceStatus {
  readonly #http: Http;
  readonly #routes: Routes;
  readonly #stream: Stream;
  readonly #refresh: Refresh;
  readonly #bans: BanPoller;
  readonly #health: SharedRequest<ServiceHealth>;
  readonly #stop = new AbortController();
  readonly #clock: Clock;
  /** When the stream and the shops last changed, as of the last health report. */
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
    this.#health = new SharedRequest(() => this.#askHealth(), FRESH_MS, clock);
  }

  /** Runs until the signal aborts, then ends every connection; never rejects for what the service does. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#stream.run(signal), this.#refresh.run(signal), this.#bans.run(signal)]);
    this.#stop.abort();
    await this.#http.close();
  }

  /** Before it runs: the snapshot that a restart begins with. */
  beginWith(previous: PreviousSnapshot): void {
    this.#refresh.beginWith(previous);
  }

  /** Under which prefix its routes were found, and its revision; null: not known yet. */
  found(): Found {
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

  /** The health report alone, asked anew; within 2 s. */
  report(): Promise<Result<HealthReport>> {
    return this.#askReport();
  }

  /** Within 2 s; a minute old at most where the service lets it. */
  bannedPaintings(): Promise<PolledBans> {
    return this.#bans.get();
  }

  /** Holds the stream back, and lets it go again. */
  pauseStream(): void {
    this.#stream.pause();
  }

  resumeStream(): void {
    this.#stream.resume();
  }

  /** What was traded in an outage shows in the next snapshot alone; at the start one is on its way already. */
  #onUp(at: number, report: (at: number) => void): void {
    report(at);
    if (this.#wasUp) this.#refresh.refreshSoon();
    this.#wasUp = true;
  }

  /** Both at one moment: asked one after the other, one could be of the service before its end and one of it after. */
  async #askHealth(): Promise<ServiceHealth> {
    const askedAt = this.#clock.now();
    const [up, report] = await Promise.all([this.#askRoot(), this.#askReport()]);
    return { askedAt, up, report, lastReport: this.#lastReport };
  }

  #soon<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return beforeDeadline({ ms: ANSWER_WITHIN_MS, clock: this.#clock, signal: this.#stop.signal }, work);
  }

  async #askRoot(): Promise<Result<true>> {
    const answer = await this.#soon((signal) => {
      const options = { url: this.#routes.root(), signal, maxBytes: REPORT_BYTES, html: true };
      // The body may change at any time: only the status counts.
      return this.#http.get(options, async () => ({ ok: true, value: true }) as const);
    });
    return answer.ok ? { ok: true, value: true } : { ok: false, why: describeFailure(answer) };
  }

  async #askReport(): Promise<Result<HealthReport>> {
    const askedAt = this.#clock.now();
    const answer = await this.#soon((signal) =>
      probe(this.#routes, 'shops-and-health', (prefix) =>
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

export interface Found {
  readonly shopsPrefix: Prefix | null;
  readonly streamPrefix: Prefix | null;
  readonly revision: ShopRevision | null;
}

export interface ServiceOptions {
  /** The document's base_url. */
  readonly baseUrl: string;
  readonly segments: PathSegments;
  /** The proxy to all of it. Absent or null if it is reached directly. */
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
  /** How far back history reaches; 400 days if absent. */
  readonly historyMs?: number;
  /** Reads the events of earlier processes from `from` on, epoch ms. Absent if none are written. */
  readonly writtenEvents?: (from: number) => Promise<readonly MarketEvent[]>;
  /** A number in [0, 1). */
  readonly chance: () => number;
  /** Begins to save a snapshot that is about to be read. Whoever takes it in completes that. */
  readonly beginSaving: () => UnfinishedSave;
  readonly onSnapshot: (snapshot: Snapshot) => Promise<TakenSnapshot>;
  /** The service confirmed the snapshot in hand as of `at` (304). */
  readonly onUnchanged: (at: number) => void;
  readonly onEvent: (event: MarketEvent) => void;
  /**
   * Takes the SNBT of an item that shows a canvas; `at`: epoch ms of its event, or when the shops were read. Must not
   * block.
   */
  readonly onPainting: (snbt: string, at: number) => void;
  readonly onDown: (at: number, why: string) => void;
  readonly onUp: (at: number) => void;
  /** All events that came before this moment (epoch ms) are written down. */
  readonly writtenUntil: () => number;
  readonly onBans: (ids: readonly string[], at: number) => void;
}
