import { Condition } from '../../log/condition.ts';
import type { Snapshot } from '../../market/shops/snapshot.ts';
import type { Log } from '../../ports/log.ts';
import type { ServiceRecorder, SnapshotRecording } from '../../ports/snapshots.ts';
import type { SnapshotStatus, TakenSnapshot } from '../../ports/status.ts';
import type { Clock } from '../../time/clock.ts';
import { Backoff } from '../../time/retry.ts';
import { describeFailure, type Failure, failure, type Validators } from '../http/answer.ts';
import { logUnread } from '../wire/fields.ts';
import type { ShopRevision } from '../wire/shop.ts';
import { type Fetched, type FetchParts, fetchShops } from './fetch.ts';
import type { KnownRecords } from './known-records.ts';
import { LONGEST_DEMANDED_WAIT_MS, MIN_INTERVAL_MS } from './min-interval.ts';
import type { Download } from './shop-reader.ts';
import { SnapshotReader, type SnapshotReaderParts } from './snapshot-reader.ts';

const REFRESH_JITTER_SHARE = 0.02;
const FAILURE_BACKOFF = new Backoff({ firstMs: 30_000, capMs: 540_000, jitter: 1, leastMs: 100 });
const UNREACHABLE_BACKOFF = new Backoff({ firstMs: 5_000, capMs: 60_000, jitter: 1, leastMs: 100 });

/** Refreshes the snapshot: one fetch after the other, never two at once, at the pace that the service demands. */
export class Refresh {
  readonly #options: RefreshOptions;
  readonly #clock: Clock;
  readonly #condition: Condition;
  readonly #reader: SnapshotReader;
  #status: SnapshotStatus;
  #validators: Validators = {};
  #failures = 0;
  #revision: ShopRevision | null = null;
  #emptyBefore = false;
  #loggedQuarantined = 0;
  #loggedDuplicates = 0;
  #pause = new AbortController();

  constructor(options: RefreshOptions) {
    this.#options = options;
    this.#clock = options.parts.clock;
    this.#condition = new Condition({ log: options.log, begins: 'Shops not refreshed', ends: 'Shops refreshed again' });
    this.#reader = new SnapshotReader({ ...options, clock: this.#clock });
    const quiet = { trouble: null, failedAt: null, nextAt: null, refreshStartedAt: null };
    this.#status = { takenAt: null, records: 0, duplicates: 0, quarantined: 0, ...quiet };
  }

  /** Begins with the snapshot of an earlier run. Called before `run`. */
  beginWith({ takenAt, shops, records }: PreviousSnapshot): void {
    this.#note({ takenAt, records: shops });
    if (records !== null) this.#reader.beginWith(records);
  }

  status(): SnapshotStatus {
    return this.#status;
  }

  /** Returns the service's revision as its records show it, or null if none was read yet. */
  revision(): ShopRevision | null {
    return this.#revision;
  }

  /**
   * Refreshes as soon as the minimum interval allows, for example after an outage. A refresh under way was requested
   * too early. While the service fails, the back-off goes on.
   */
  refreshSoon(): void {
    this.#pause.abort();
  }

  /** Runs until the signal aborts. Never rejects. The first fetch is made at once if the minimum interval allows. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#pause = new AbortController();
      const wait = await this.#refresh(signal);
      const wake = this.#failures === 0 ? AbortSignal.any([signal, this.#pause.signal]) : signal;
      this.#note({ nextAt: this.#clock.now() + wait, refreshStartedAt: null });
      await this.#clock.sleep(wait, wake);
    }
    this.#note({ nextAt: null, refreshStartedAt: null });
  }

  /**
   * Fetches once.
   * @returns ms until the next fetch
   */
  async #refresh(signal: AbortSignal): Promise<number> {
    const began = this.#clock.monotonic();
    try {
      const { minInterval } = this.#options.parts;
      const blockedMs = await minInterval.waitMs();
      if (blockedMs > 0) {
        this.#note({ nextAt: this.#clock.now() + blockedMs });
        await this.#clock.sleep(Math.ceil(blockedMs), signal);
      }
      if (signal.aborted) return 0;
      this.#note({ nextAt: null, refreshStartedAt: this.#clock.now() });
      const requestedAt = this.#clock.monotonic();
      const fetched = await this.#fetch(signal);
      if (fetched === null) return 0;
      const failed = await this.#takeIn(fetched, requestedAt);
      if (failed !== null) return this.#failed(failed, fetched.asked);
      // The minimum interval counts from the end of this fetch, so it may end later than the regular wait.
      return Math.max(this.#regularWait(began), await minInterval.waitMs());
    } catch (error) {
      // A checkpoint or a snapshot could not be saved. The old snapshot stays, and the service is not asked more often.
      return this.#failed(failure('not-as-expected', error instanceof Error ? error.message : String(error)), true);
    } finally {
      await this.#reader.discard();
    }
  }

  /** Fetches the shops, and records the body while it is read, if a recorder wants it. */
  async #fetch(signal: AbortSignal): Promise<Fetched | null> {
    const { parts, recorder } = this.#options;
    const bodies: RecordedBody[] = [];
    const fetched = await fetchShops(parts, this.#validators, signal, (chunks) => {
      const recording = recorder?.beginSnapshot(this.#clock.now()) ?? null;
      if (recording === null) return this.#reader.read(chunks);
      const body = new RecordedBody(recording);
      bodies.push(body);
      return this.#reader.read(body.copy(chunks));
    });
    for (const body of bodies) body.settle(fetched?.takenAt ?? null);
    if (fetched !== null) recorder?.shopsAnswered(fetched.takenAt, fetched.answer.kind);
    return fetched;
  }

  async #takeIn({ answer, takenAt }: Fetched, began: number): Promise<Failure | null> {
    if (!answer.ok) return answer;
    if (answer.kind === 'not-modified') {
      this.#emptyBefore = false;
      this.#note({ takenAt });
      this.#options.onUnchanged(takenAt);
      return null;
    }
    const { records, broken } = answer.value;
    if (records.shops.length === 0 && this.#status.records > 0 && !this.#emptyBefore) {
      this.#emptyBefore = true;
      return failure('not-as-expected', 'suddenly empty: to be confirmed by the next fetch');
    }
    this.#revision ??= answer.value.revision;
    const quarantined = broken.length;
    const taken = await this.#options.onSnapshot({ takenAt, shops: records.shops, quarantined });
    const { repeatedIds = [], filled = [], ...counts } = taken;
    this.#reader.takenIn(answer.value, filled);
    this.#emptyBefore = false;
    this.#validators = answer.validators;
    this.#logQuarantined(answer.value);
    logUnread(this.#options.log);
    this.#logDuplicates(counts.duplicates, repeatedIds);
    this.#note({ takenAt, ...counts, quarantined, durationMs: Math.round(this.#clock.monotonic() - began) });
    return null;
  }

  #regularWait(began: number): number {
    this.#failures = 0;
    this.#condition.clear();
    this.#note({ trouble: null, failedAt: null });
    const every = Math.max(MIN_INTERVAL_MS, this.#options.refreshMs);
    const spent = this.#clock.monotonic() - began;
    return Math.max(0, every * (1 + REFRESH_JITTER_SHARE * this.#options.chance()) - spent);
  }

  #failed({ kind, why, retryAfterMs, advice = why }: Failure, asked: boolean): number {
    const sentence = kind === 'not-found' ? `${why}: correct SERVICE_URL or SHOPS_SEGMENT` : advice;
    this.#condition.setCause({ name: kind, sentence });
    this.#note({ trouble: describeFailure({ kind, why }), failedAt: this.#clock.now() });
    const chance = this.#options.chance();
    const backoff = asked
      ? MIN_INTERVAL_MS + FAILURE_BACKOFF.after(this.#failures).waitMs(chance)
      : UNREACHABLE_BACKOFF.after(this.#failures).waitMs(chance);
    this.#failures += 1;
    return Math.max(backoff, Math.min(LONGEST_DEMANDED_WAIT_MS, retryAfterMs ?? 0));
  }

  #logQuarantined({ broken, samples }: Download): void {
    const quarantined = broken.length;
    if (quarantined > 0 && quarantined !== this.#loggedQuarantined) {
      this.#options.log.warn({ quarantined, samples }, 'Broken shop records quarantined');
    }
    this.#loggedQuarantined = quarantined;
  }

  #logDuplicates(duplicates: number, repeatedIds: readonly number[]): void {
    if (duplicates > 0 && duplicates !== this.#loggedDuplicates) {
      this.#options.log.warn(
        { duplicates, ids: repeatedIds },
        'Several shop records with one id, keeping the known one',
      );
    }
    this.#loggedDuplicates = duplicates;
  }

  #note(news: Partial<SnapshotStatus>): void {
    this.#status = { ...this.#status, ...news };
  }
}

/** A body that is copied into a recording, unless it breaks off. */
class RecordedBody {
  readonly #recording: SnapshotRecording;
  #isWhole = false;

  constructor(recording: SnapshotRecording) {
    this.#recording = recording;
  }

  async *copy(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#recording.add(chunk);
      yield chunk;
    }
    this.#isWhole = true;
  }

  /** @param takenAt epoch ms of the request, or null if the request was stopped */
  settle(takenAt: number | null): void {
    if (this.#isWhole && takenAt !== null) this.#recording.end(takenAt);
    else this.#recording.discard();
  }
}

/** A snapshot of an earlier run. */
export interface PreviousSnapshot {
  /** Epoch ms. */
  readonly takenAt: number;
  /** Number of shops in the snapshot. */
  readonly shops: number;
  /**
   * Records of the snapshot, by which unchanged records of the first download are recognised. Null for a file of an
   * older format.
   */
  readonly records: KnownRecords | null;
}

export interface RefreshOptions extends Pick<SnapshotReaderParts, 'beginSaving' | 'onPainting' | 'unit'> {
  readonly parts: FetchParts;
  /** Time from one fetch to the next; at least a minute. */
  readonly refreshMs: number;
  readonly log: Log;
  /** Records the bodies and the outcomes. Absent if nothing is recorded. */
  readonly recorder?: ServiceRecorder;
  /** Returns a number in [0, 1). */
  readonly chance: () => number;
  /** Takes a valid snapshot, and is awaited. If it throws, the fetch has failed. */
  readonly onSnapshot: (snapshot: Snapshot) => Promise<TakenSnapshot>;
  /** Called when the service confirms by a 304 that the current snapshot holds at `at` (epoch ms). */
  readonly onUnchanged: (at: number) => void;
}
