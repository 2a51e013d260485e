import type { IngestCheckpoints } from '../../ports/journal.ts';
import type { Clock } from '../../time/clock.ts';
import { HOUR_MS } from '../../time/durations.ts';

/** The service's rule: getAllShops at most once per minute. */
export const MIN_INTERVAL_MS = 60_000;
/** The time for which the last request before a restart may have been on its way. */
const REQUEST_TRANSIT_MS = 1_000;
const REQUEST_CHECKPOINT = 'getAllShops';
/** The checkpoint of the moment until which the service wants no request. */
const HOLD_CHECKPOINT = 'getAllShops-held';
/** Limits a demanded wait, because the service's clock, or ours, may be wrong. */
export const LONGEST_DEMANDED_WAIT_MS = HOUR_MS;

/**
 * Assumes a request just now if an earlier process's checkpoint is lost.
 * @returns false if the checkpoint exists
 */
export async function assumeJustAsked(checkpoints: IngestCheckpoints, now: number): Promise<boolean> {
  if ((await checkpoints.checkpoint(REQUEST_CHECKPOINT)) !== null) return false;
  await checkpoints.saveCheckpoint(REQUEST_CHECKPOINT, now);
  return true;
}

/** Permission for one request. The caller must call one of the two when the request is over. */
export interface Permit {
  /** Counts the request: the next may be sent a minute from now. */
  use(): Promise<void>;
  /** Undoes the permit after a 404, which was no request for the shops. */
  giveBack(): Promise<void>;
}

/**
 * Sends at most one request for all shops in 60 s: through restarts and crashes (saved before the request is sent) and
 * jumps of the wall clock (measured on the monotonic one; a checkpoint from the future costs at most 61 s). Counted
 * from the end of a request, because the service counts from its arrival.
 */
export class MinInterval {
  readonly #checkpoints: IngestCheckpoints;
  readonly #clock: Clock;
  /** Monotonic, or null before the checkpoint of an earlier process was read. */
  #notBefore: number | null = null;

  constructor(checkpoints: IngestCheckpoints, clock: Clock) {
    this.#checkpoints = checkpoints;
    this.#clock = clock;
  }

  /** Returns the ms until a request may be sent, or 0. */
  async waitMs(): Promise<number> {
    this.#notBefore ??= await this.#fromEarlierProcess();
    return Math.max(0, this.#notBefore - this.#clock.monotonic());
  }

  /**
   * Waits until a request may be sent, and saves that it is. One call at a time.
   * @returns null if the signal aborts first
   */
  async acquire(signal: AbortSignal): Promise<Permit | null> {
    for (let wait = await this.waitMs(); wait > 0; wait = await this.waitMs()) {
      if (signal.aborted) return null;
      // Timers may fire early, hence the loop.
      await this.#clock.sleep(Math.ceil(wait), signal);
    }
    if (signal.aborted) return null;
    const [askedBefore, notBefore] = [await this.#checkpoints.checkpoint(REQUEST_CHECKPOINT), this.#notBefore];
    // A process that was suspended while it wrote would send long after the saved moment, so it writes again. If
    // another process has sent meanwhile, this write rejects.
    let writingSince: number;
    do {
      writingSince = this.#clock.monotonic();
      await this.#count();
    } while (this.#clock.monotonic() - writingSince > REQUEST_TRANSIT_MS);
    if (signal.aborted) return null;
    return {
      use: () => this.#count(),
      giveBack: async () => {
        this.#notBefore = notBefore;
        await this.#checkpoints.saveCheckpoint(REQUEST_CHECKPOINT, askedBefore ?? 0);
      },
    };
  }

  /** Sends no request for the time that the service demands (`Retry-After`), at most an hour, through restarts. */
  async hold(ms: number): Promise<void> {
    const heldMs = Math.min(ms, LONGEST_DEMANDED_WAIT_MS);
    this.#notBefore = Math.max(this.#notBefore ?? 0, this.#clock.monotonic() + heldMs);
    await this.#checkpoints.saveCheckpoint(HOLD_CHECKPOINT, this.#clock.now() + heldMs);
  }

  async #count(): Promise<void> {
    this.#notBefore = this.#clock.monotonic() + MIN_INTERVAL_MS;
    await this.#checkpoints.saveCheckpoint(REQUEST_CHECKPOINT, this.#clock.now());
  }

  async #fromEarlierProcess(): Promise<number> {
    const [askedAt, heldUntil] = [
      await this.#checkpoints.checkpoint(REQUEST_CHECKPOINT),
      await this.#checkpoints.checkpoint(HOLD_CHECKPOINT),
    ];
    if (askedAt === null) return 0;
    const [now, monotonic] = [this.#clock.now(), this.#clock.monotonic()];
    const since = Math.max(0, now - askedAt);
    const heldMs = Math.min((heldUntil ?? 0) - now, LONGEST_DEMANDED_WAIT_MS);
    return monotonic + Math.max(MIN_INTERVAL_MS + REQUEST_TRANSIT_MS - since, heldMs);
  }
}
