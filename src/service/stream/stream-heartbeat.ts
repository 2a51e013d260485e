import { Condition } from '../../log/condition.ts';
import type { IngestCheckpoints } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';

const CHECKPOINT = 'stream-live';
/** Between two checkpoints; a live connection gives a sign of life every 10 s at the least. */
const EVERY_MS = 1_000;
/** What was sent so long ago may still be on its way, or in the socket, and is gone with a process that ends now. */
const ON_ITS_WAY_MS = 1_000;

/** Until when all is known that a stream brought which ends now and is live since then; epoch ms. */
export function heardUntil(since: number, now: number): number {
  return Math.max(since, now - ON_ITS_WAY_MS);
}

/**
 * When the stream was last live, kept through a kill: a process that is killed cannot say that its stream is down, so the
 * next one says it, as of then. Some seconds of live time are called dead by that (up to 10 where nothing came), and no dead time live.
 */
export class StreamHeartbeat {
  readonly #checkpoints: IngestCheckpoints;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #condition: Condition;
  readonly #writtenUntil: () => number;
  #savedAt = Number.NEGATIVE_INFINITY;

  /** `writtenUntil`: all that the stream brought before that moment is written; epoch ms. */
  constructor(checkpoints: IngestCheckpoints, writtenUntil: () => number, clock: Clock, log: Log) {
    this.#checkpoints = checkpoints;
    this.#writtenUntil = writtenUntil;
    this.#clock = clock;
    this.#log = log;
    this.#condition = new Condition({
      log,
      begins: 'Stream checkpoint not saved, retrying',
      ends: 'Stream checkpoint saved again',
    });
  }

  /** The last checkpoint of an earlier process, epoch ms and not in the future; null: none, or none that can be read. */
  async ofEarlierProcess(): Promise<number | null> {
    try {
      const at = await this.#checkpoints.checkpoint(CHECKPOINT);
      return at === null ? null : Math.min(at, this.#clock.now());
    } catch (error) {
      this.#log.error({ err: error }, 'stream checkpoint: when it was last live could not be read');
      return null;
    }
  }

  /**
   * It is live now, and has been since then, epoch ms. What it brought and is not written yet would be gone after a kill: so the checkpoint stands before that. Where
   * the checkpoint cannot be written, the older one calls too much time dead, never too little.
   */
  note(since: number): void {
    if (this.#clock.monotonic() - this.#savedAt < EVERY_MS) return;
    this.#savedAt = this.#clock.monotonic();
    const hadAll = heardUntil(since, this.#clock.now());
    void this.#checkpoints.saveCheckpoint(CHECKPOINT, Math.min(hadAll, this.#writtenUntil())).then(
      () => this.#condition.clear(),
      (error: unknown) => this.#condition.set(error),
    );
  }
}
