import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';

/** A lease that waited for so long to be claimed is late; what Discord itself holds up there is none of it. */
const LATE_MS = 30_000;
/** Nothing waits for long any more, where none was late for a while: those of channels leave first, in time all along. */
const IN_TIME_MS = 5_000;
const NONE_LATE_MS = 10_000;
/** A burst is worked off by then; this is more. */
const SAID_AFTER_MS = 60_000;

const ADVICE =
  'More alerts wait than Discord takes from one bot (50 requests a second): they come late, those of channels first, and many in one message. ' +
  'Fewer would, with a lower WATCHES_PER_USER or FEEDS_PER_GUILD';

/** Whether more waits than the bot may send. It is said in the log when it begins, and when it is over. */
export class Rush {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #log: Log;
  /** What was due before is none of Discord's doing: Crier was away. */
  #since: number | null = null;
  #lateSince: number | null = null;
  #lastLateAt = 0;
  #isSaid = false;

  constructor(clock: Pick<Clock, 'monotonic'>, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** A lease was claimed so many ms after it was ready. @returns whether it is late */
  note(readyForMs: number): boolean {
    const now = this.#clock.monotonic();
    this.#since ??= now;
    const lateMs = Math.min(readyForMs, now - this.#since);
    if (lateMs >= LATE_MS) {
      this.#lateSince ??= now;
      this.#lastLateAt = now;
    } else if (lateMs < IN_TIME_MS && now - this.#lastLateAt >= NONE_LATE_MS) this.#end();
    if (!this.#isSaid && this.#lateSince !== null && now - this.#lateSince >= SAID_AFTER_MS) {
      this.#isSaid = true;
      this.#log.warn({ lateSeconds: Math.round(lateMs / 1_000) }, ADVICE);
    }
    return lateMs >= LATE_MS;
  }

  #end(): void {
    this.#lateSince = null;
    if (this.#isSaid) this.#log.info({}, 'Alerts leave in time again');
    this.#isSaid = false;
  }
}
