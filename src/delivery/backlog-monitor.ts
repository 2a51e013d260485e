import { Condition } from '../log/condition.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';

/** A lease that waited longer to be claimed is late. Waits that Discord demands of one target do not count. */
const LATE_MS = 30_000;
/** The backlog is over if no lease was late for a while. Those of channels leave first, in time all along. */
const IN_TIME_MS = 5_000;
const NONE_LATE_MS = 10_000;
/** A burst is sent within a minute; a longer backlog is logged. */
const LOGGED_AFTER_MS = 60_000;

/** Notes whether more alerts wait than the bot may send. Logs a lasting backlog once, and its end. */
export class BacklogMonitor {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #backlog: Condition;
  /** The first claim. Leases that were due earlier waited for Crier, not for Discord. */
  #since: number | null = null;
  #lateSince: number | null = null;
  #lastLateAt = 0;

  constructor(clock: Pick<Clock, 'monotonic'>, log: Log) {
    this.#clock = clock;
    this.#backlog = new Condition({
      log,
      begins:
        'More alerts wait than Discord takes from one bot (50 requests a second): they come late, those of channels first, ' +
        'and many in one message. Fewer would, with a lower WATCHES_PER_USER or FEEDS_PER_GUILD',
      ends: 'Alerts leave in time again',
    });
  }

  /** @param readyForMs ms between a lease's readiness and its claim @returns whether it is late */
  note(readyForMs: number): boolean {
    const now = this.#clock.monotonic();
    this.#since ??= now;
    const lateMs = Math.min(readyForMs, now - this.#since);
    if (lateMs >= LATE_MS) {
      this.#lateSince ??= now;
      this.#lastLateAt = now;
    } else if (lateMs < IN_TIME_MS && now - this.#lastLateAt >= NONE_LATE_MS) {
      this.#lateSince = null;
      this.#backlog.clear();
    }
    const isLasting = this.#lateSince !== null && now - this.#lateSince >= LOGGED_AFTER_MS;
    if (isLasting && !this.#backlog.isSet) this.#backlog.set(undefined, { lateSeconds: Math.round(lateMs / 1_000) });
    return lateMs >= LATE_MS;
  }
}
