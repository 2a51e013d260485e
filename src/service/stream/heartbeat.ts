import { Condition } from '../../log/condition.ts';
import type { IngestCheckpoints } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { yieldToEventLoop } from '../../time/cooperate.ts';
import { orAborted } from '../../time/deadline.ts';
import { Backoff, retry } from '../../time/retry.ts';

const STREAM_CHECKPOINT = 'stream-live';
/** Time between two checkpoints. A live connection gives a sign of life at least every 10 s. */
const CHECKPOINT_EVERY_MS = 1_000;
/** Limits how long sent data may be on its way or in the socket. A process that ends loses this data. */
const FRAME_TRANSIT_MS = 1_000;
const READ_RETRY = new Backoff({ firstMs: 100, capMs: 1_000, jitter: 0 });

/**
 * Resolves when the data that had arrived at the call is read. The event loop reads sockets once in between, however
 * long the process was busy or suspended before.
 */
export async function socketRead(): Promise<void> {
  await yieldToEventLoop();
  await yieldToEventLoop();
}

/** Returns the moment (epoch ms) up to which all data of a stream is known that ends now and was live since `since`. */
export function receivedUntil(since: number, now: number): number {
  return Math.max(since, now - FRAME_TRANSIT_MS);
}

interface HeartbeatParts {
  readonly checkpoints: IngestCheckpoints;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Saves when the stream was last live. A killed process cannot report that its stream is down, so the next one does, as
 * of that time. Some live seconds count as down (up to 10 on a quiet stream), but no down time as live.
 */
export class StreamHeartbeat {
  readonly #checkpoints: IngestCheckpoints;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #condition: Condition;
  readonly #hasWrittenAll: () => Promise<boolean>;
  #savedAt = Number.NEGATIVE_INFINITY;
  #isSaving = false;

  /** @param hasWrittenAll resolves with true when all data that had arrived at the call is written */
  constructor({ checkpoints, clock, log }: HeartbeatParts, hasWrittenAll: () => Promise<boolean>) {
    this.#checkpoints = checkpoints;
    this.#hasWrittenAll = hasWrittenAll;
    this.#clock = clock;
    this.#log = log;
    this.#condition = new Condition({
      log,
      begins: 'Stream checkpoint not saved, retrying',
      ends: 'Stream checkpoint saved again',
    });
  }

  /**
   * Reads the last checkpoint of an earlier process, however long the store takes. Without it the outage of the start
   * would begin too late, and the events before it would be missed unreported.
   * @returns epoch ms and not in the future, null if there is none, or 'aborted' if the signal came first
   */
  async ofEarlierProcess(signal: AbortSignal): Promise<number | null | 'aborted'> {
    const condition = new Condition({
      ...{ log: this.#log, level: 'error' },
      begins: 'Stream checkpoint unreadable, retrying before the stream is opened',
      ends: 'Stream checkpoint readable again',
    });
    const options = { backoff: READ_RETRY, clock: this.#clock, signal, condition };
    try {
      const at = await orAborted(
        retry(() => this.#checkpoints.checkpoint(STREAM_CHECKPOINT), options),
        signal,
      );
      return at === null ? null : Math.min(at, this.#clock.now());
    } catch (error) {
      if (signal.aborted) return 'aborted';
      throw error;
    }
  }

  /**
   * Saves that the stream is live, once all data that has arrived is read and written. A kill before would lose data
   * that the checkpoint hides. If it cannot be saved, the older one counts too much time as down, never too little.
   * @param since epoch ms at which the stream went live
   */
  note(since: number): void {
    if (this.#isSaving || this.#clock.monotonic() - this.#savedAt < CHECKPOINT_EVERY_MS) return;
    this.#savedAt = this.#clock.monotonic();
    void this.#save(receivedUntil(since, this.#clock.now()));
  }

  async #save(at: number): Promise<void> {
    this.#isSaving = true;
    try {
      if (!(await this.#hasWrittenAll())) return;
      await this.#checkpoints.saveCheckpoint(STREAM_CHECKPOINT, at);
      this.#condition.clear();
    } catch (error) {
      this.#condition.set(error);
    } finally {
      this.#isSaving = false;
    }
  }
}
