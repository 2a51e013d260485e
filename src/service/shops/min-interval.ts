import type { Marks } from '../../ports/checkpoints.ts';
import type { Clock } from '../../time/clock.ts';

/** The service's rule: getAllShops at most once per minute. */
export const FLOOR_MS = 60_000;
/** After a restart: what the last request may have spent on its way before it arrived. */
const ON_ITS_WAY_MS = 1_000;
const MARK = 'getAllShops';

/** Where the mark of an earlier process is lost: it may have asked just now. False: it is there, and counts as it is. */
export async function assumeJustAsked(marks: Marks, now: number): Promise<boolean> {
  if ((await marks.marked(MARK)) !== null) return false;
  await marks.mark(MARK, now);
  return true;
}

/** Leave for one request. One of the two must be called when it is over. */
export interface Leave {
  /** It counts: the next may leave a minute after this moment. */
  used(): Promise<void>;
  /** It was a 404, so it was no request for the shops: as if it had never been. */
  givenBack(): Promise<void>;
}

/**
 * Never more than one request for all shops in 60 s: through restarts, crashes (marked durably before the request leaves)
 * and jumps of the wall clock (measured on the monotonic one; a mark from the future costs 61 s, not more). Counted
 * from the end of a request, since the service counts from its arrival.
 */
export class Floor {
  readonly #marks: Marks;
  readonly #clock: Clock;
  /** Monotonic; null: the mark of an earlier process has not been looked at yet. */
  #notBefore: number | null = null;

  constructor(marks: Marks, clock: Clock) {
    this.#marks = marks;
    this.#clock = clock;
  }

  /** Milliseconds until a request may leave; 0: now. */
  async waitMs(): Promise<number> {
    this.#notBefore ??= await this.#fromEarlierProcess();
    return Math.max(0, this.#notBefore - this.#clock.monotonic());
  }

  /** Waits until a request may leave and marks that it does. null: the signal came first. One at a time. */
  async take(signal: AbortSignal): Promise<Leave | null> {
    for (let wait = await this.waitMs(); wait > 0; wait = await this.waitMs()) {
      if (signal.aborted) return null;
      // Timers may fire a little early: hence the loop.
      await this.#clock.sleep(Math.ceil(wait), signal);
    }
    if (signal.aborted) return null;
    const [markBefore, notBefore] = [await this.#marks.marked(MARK), this.#notBefore];
    await this.#count();
    return {
      used: () => this.#count(),
      givenBack: async () => {
        this.#notBefore = notBefore;
        await this.#marks.mark(MARK, markBefore ?? 0);
      },
    };
  }

  async #count(): Promise<void> {
    this.#notBefore = this.#clock.monotonic() + FLOOR_MS;
    await this.#marks.mark(MARK, this.#clock.now());
  }

  async #fromEarlierProcess(): Promise<number> {
    const mark = await this.#marks.marked(MARK);
    if (mark === null) return 0;
    const since = Math.max(0, this.#clock.now() - mark);
    return this.#clock.monotonic() + FLOOR_MS + ON_ITS_WAY_MS - since;
  }
}
