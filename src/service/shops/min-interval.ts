import type { IngestCheckpoints } from '../../ports/journal.ts';
import type { Clock } from '../../time/clock.ts';

/** The service's rule: getAllShops at most once per minute. */
export const MIN_INTERVAL_MS = 60_000;
/** After a restart: what the last request may have spent on its way before it arrived. */
const ON_ITS_WAY_MS = 1_000;
const CHECKPOINT = 'getAllShops';
/** Until when the service wants no request: what it said last. */
const HELD_UNTIL = 'getAllShops-held';
/** However long it asks for: its clock, or ours, may have been wrong. */
export const LONGEST_HOLD_MS = 3_600_000;

/**
 * Where the checkpoint of an earlier process is lost: it may have asked just now. False: it is there, and counts as it
 * is.
 */
export async function assumeJustAsked(checkpoints: IngestCheckpoints, now: number): Promise<boolean> {
  if ((await checkpoints.checkpoint(CHECKPOINT)) !== null) return false;
  await checkpoints.saveCheckpoint(CHECKPOINT, now);
  return true;
}

/** Permission for one request. One of the two must be called when it is over. */
export interface Permit {
  /** It counts: the next may be sent a minute after this moment. */
  use(): Promise<void>;
  /** It was a 404, so it was no request for the shops: as if it had never been. */
  giveBack(): Promise<void>;
}

/**
 * Never more than one request for all shops in 60 s: through restarts, crashes (saved before the request is sent) and
 * jumps of the wall clock (measured on the monotonic one; a checkpoint from the future costs 61 s, not more). Counted
 * from the end of a request, since the service counts from its arrival.
 */
export class MinInterval {
  readonly #checkpoints: IngestCheckpoints;
  readonly #clock: Clock;
  /** Monotonic; null: the checkpoint of an earlier process has not been looked at yet. */
  #notBefore: number | null = null;

  constructor(checkpoints: IngestCheckpoints, clock: Clock) {
    this.#checkpoints = checkpoints;
    this.#clock = clock;
  }

  /** Milliseconds until a request may be sent; 0: now. */
  async waitMs(): Promise<number> {
    this.#notBefore ??= await this.#fromEarlierProcess();
    return Math.max(0, this.#notBefore - this.#clock.monotonic());
  }

  /** Waits until a request may be sent and saves that it is. null: the signal came first. One at a time. */
  async acquire(signal: AbortSignal): Promise<Permit | null> {
    for (let wait = await this.waitMs(); wait > 0; wait = await this.waitMs()) {
      if (signal.aborted) return null;
      // Timers may fire a little early: hence the loop.
      await this.#clock.sleep(Math.ceil(wait), signal);
    }
    if (signal.aborted) return null;
    const [askedBefore, notBefore] = [await this.#checkpoints.checkpoint(CHECKPOINT), this.#notBefore];
    // A process that was stopped while it wrote would ask long after what stands written; another may have asked
    // meanwhile, and then
    // this write rejects.
    let writingSince: number;
    do {
      writingSince = this.#clock.monotonic();
      await this.#count();
    } while (this.#clock.monotonic() - writingSince > ON_ITS_WAY_MS);
    if (signal.aborted) return null;
    return {
      use: () => this.#count(),
      giveBack: async () => {
        this.#notBefore = notBefore;
        await this.#checkpoints.saveCheckpoint(CHECKPOINT, askedBefore ?? 0);
      },
    };
  }

  /** The service wants no request for so long (`Retry-After`), an hour at most; through restarts, too. */
  async hold(ms: number): Promise<void> {
    const heldMs = Math.min(ms, LONGEST_HOLD_MS);
    this.#notBefore = Math.max(this.#notBefore ?? 0, this.#clock.monotonic() + heldMs);
    await this.#checkpoints.saveCheckpoint(HELD_UNTIL, this.#clock.now() + heldMs);
  }

  async #count(): Promise<void> {
    this.#notBefore = this.#clock.monotonic() + MIN_INTERVAL_MS;
    await this.#checkpoints.saveCheckpoint(CHECKPOINT, this.#clock.now());
  }

  async #fromEarlierProcess(): Promise<number> {
    const [askedAt, heldUntil] = [
      await this.#checkpoints.checkpoint(CHECKPOINT),
      await this.#checkpoints.checkpoint(HELD_UNTIL),
    ];
    if (askedAt === null) return 0;
    const [now, monotonic] = [this.#clock.now(), this.#clock.monotonic()];
    const since = Math.max(0, now - askedAt);
    const heldMs = Math.min((heldUntil ?? 0) - now, LONGEST_HOLD_MS);
    return monotonic + Math.max(MIN_INTERVAL_MS + ON_ITS_WAY_MS - since, heldMs);
  }
}
