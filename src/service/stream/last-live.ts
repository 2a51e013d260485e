import type { Marks } from '../../ports/checkpoints.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { Troubles } from '../fault-log.ts';

const MARK = 'stream-live';
/** Between two marks; a live connection gives a sign of life every 10 s at the least. */
const EVERY_MS = 5_000;

/**
 * When the stream was last live, kept through a kill: a process that is killed cannot say that its stream is down, so the
 * next one says it, as of then. Some 10 s of live time are called dead by that, and no dead time live.
 */
export class LastLive {
  readonly #marks: Marks;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #troubles: Troubles;
  readonly #writtenUntil: () => number;
  #markedAt = Number.NEGATIVE_INFINITY;

  /** `writtenUntil`: all that the stream brought before that moment is written; epoch ms. */
  constructor(marks: Marks, writtenUntil: () => number, clock: Clock, log: Log) {
    this.#marks = marks;
    this.#writtenUntil = writtenUntil;
    this.#clock = clock;
    this.#log = log;
    this.#troubles = new Troubles(log, 'stream mark');
  }

  /** The last mark of an earlier process, epoch ms and not in the future; null: none, or none that can be read. */
  async ofEarlierProcess(): Promise<number | null> {
    try {
      const at = await this.#marks.marked(MARK);
      return at === null ? null : Math.min(at, this.#clock.now());
    } catch (error) {
      this.#log.error({ err: error }, 'stream mark: when it was last live could not be read');
      return null;
    }
  }

  /**
   * It is live now. What it brought and is not written yet would be gone after a kill: so the mark stands before that. Where
   * the mark cannot be written, the older one calls too much time dead, never too little.
   */
  note(): void {
    if (this.#clock.monotonic() - this.#markedAt < EVERY_MS) return;
    this.#markedAt = this.#clock.monotonic();
    void this.#marks.mark(MARK, Math.min(this.#clock.now(), this.#writtenUntil())).then(
      () => this.#troubles.over(),
      (error: unknown) => this.#troubles.say('unwritten', error instanceof Error ? error.message : String(error)),
    );
  }
}
