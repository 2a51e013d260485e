export interface BackoffOptions {
  /** The longest wait after the first failure; it doubles with each one after that. */
  readonly firstMs: number;
  /** No wait is longer. */
  readonly capMs: number;
  /**
   * The share of each wait that is left to chance, in [0, 1], so that many clients cut at one moment do not come back at one
   * moment: 0 is none, 1 is full jitter, anywhere between nothing and the longest wait.
   */
  readonly jitter: number;
  /** No wait is shorter: enough not to spin when chance says 0. Default: 0. */
  readonly leastMs?: number;
}

/** More doublings than any cap needs. */
const MOST_DOUBLINGS = 30;

/** How long to wait before another try: a value that never changes, `next` gives the one after one more failure. */
export class Backoff {
  readonly #options: BackoffOptions;
  readonly #doublings: number;
  /** The longest this wait can be; exactly that where there is no jitter. */
  readonly longestMs: number;

  constructor(options: BackoffOptions, doublings = 0) {
    this.#options = options;
    this.#doublings = Math.min(doublings, MOST_DOUBLINGS);
    this.longestMs = Math.min(options.capMs, options.firstMs * 2 ** this.#doublings);
  }

  next(): Backoff {
    return this.after(this.#doublings + 1);
  }

  /** The back-off after so many failures beyond the first; 0 is where it begins. */
  after(failures: number): Backoff {
    return new Backoff(this.#options, failures);
  }

  /**
   * The wait in whole ms. `chance`: in [0, 1). `demandedMs`: what the other side asked for; the jitter comes on top of it, and
   * it may be longer than the cap.
   */
  waitMs(chance: number, demandedMs = 0): number {
    const { jitter, leastMs = 0 } = this.#options;
    const sureMs = Math.max(demandedMs, this.longestMs * (1 - jitter));
    return Math.max(leastMs, Math.ceil(sureMs + this.longestMs * jitter * chance));
  }
}
