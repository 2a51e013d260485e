import type { Log } from '../ports/log.ts';
import type { Pace } from '../ports/pace.ts';
import type { Clock } from '../time/clock.ts';
import type { Queryable } from './client.ts';
import { writing } from './not-written.ts';

/**
 * 5 at once and 40 a second are 45 at most within any second: of the 50 that Discord takes, some are left for commands that are
 * registered, icons, and servers that are greeted.
 */
const BURST = 5;
const PER_SECOND = 40;
/** So many turns are taken at once where so many wait. */
const MOST_TURNS = 4;
const RETRY_MS = 500;
const FOR_EVER = new AbortController().signal;

/** Below 0: turns that are promised for later. `waitMs`: until the last of those taken; `heldMs`: while nobody passes. */
const TAKE = {
  name: 'pace',
  text: `UPDATE pace SET tokens = least(${BURST}, tokens + extract(epoch FROM clock_timestamp() - at)::float8 * ${PER_SECOND}) - $1, at = clock_timestamp()
   WHERE name = 'discord'
   RETURNING greatest(0, -tokens) * 1000 / ${PER_SECOND} AS "waitMs", generation,
     greatest(0, extract(epoch FROM held_until - clock_timestamp())::float8 * 1000) AS "heldMs"`,
};
const LOOK = `SELECT generation, greatest(0, extract(epoch FROM held_until - clock_timestamp())::float8 * 1000) AS "heldMs" FROM pace WHERE name = 'discord'`;
const HOLD = `UPDATE pace SET held_until = greatest(held_until, clock_timestamp() + make_interval(secs => $1 / 1000.0)),
  generation = generation + 1, tokens = 0, at = greatest(held_until, clock_timestamp() + make_interval(secs => $1 / 1000.0)) WHERE name = 'discord'`;

interface Waiter {
  readonly signal: AbortSignal;
  readonly go: () => void;
}

/** The bot's rate over all processes: a row holds its tokens, and the pause of a global 429. Turns are given in the order of their asking. */
export class PostgresPace implements Pace {
  readonly #db: Queryable;
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #log: Log;
  #waiting: Waiter[] = [];
  #isGiving = false;

  constructor(db: Queryable, clock: Pick<Clock, 'sleep'>, log: Log) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  pass(signal: AbortSignal = FOR_EVER): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const go = () => {
        signal.removeEventListener('abort', go);
        resolve();
      };
      signal.addEventListener('abort', go, { once: true });
      this.#waiting.push({ signal, go });
      void this.#give();
    });
  }

  async hold(ms: number): Promise<void> {
    await writing(this.#db.query(HOLD, [ms]));
  }

  async #give(): Promise<void> {
    if (this.#isGiving) return;
    this.#isGiving = true;
    for (this.#forgetAborted(); this.#waiting.length > 0; this.#forgetAborted()) {
      try {
        await this.#giveSome();
      } catch (error) {
        this.#log.debug({ err: error }, 'The pace of all processes cannot be asked just now');
        await this.#clock.sleep(RETRY_MS);
      }
    }
    this.#isGiving = false;
  }

  async #giveSome(): Promise<void> {
    const turns = Math.min(this.#waiting.length, MOST_TURNS);
    const { rows } = await this.#db.query<{ waitMs: number; heldMs: number; generation: number }>(TAKE, [turns]);
    const [taken] = rows;
    if (taken === undefined) throw new Error('the pace has no row');
    await this.#clock.sleep(Math.max(taken.waitMs, taken.heldMs));
    if (taken.waitMs + taken.heldMs > 0 && (await this.#isVoid(taken.generation))) return;
    for (const { go } of this.#waiting.splice(0, turns)) go();
  }

  /** Whether a hold began meanwhile: else all who waited would leave together at its end. */
  async #isVoid(generation: number): Promise<boolean> {
    const { rows } = await this.#db.query<{ heldMs: number; generation: number }>(LOOK);
    const [now] = rows;
    return now === undefined || now.heldMs > 0 || now.generation !== generation;
  }

  #forgetAborted(): void {
    this.#waiting = this.#waiting.filter(({ signal }) => !signal.aborted);
  }
}
