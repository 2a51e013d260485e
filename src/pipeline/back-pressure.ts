/** Above `high` waiting entries the stream is held back, below `low` let go. */
const WAITING = { low: 500, high: 4_500 };

/** Holds the stream back while too much waits to be written. */
export class BackPressure {
  readonly #onPressure: (high: boolean) => void;
  #isHigh = false;

  /** `onPressure`: called when it changes. True: no more events, please; false: go on. */
  constructor(onPressure: (high: boolean) => void) {
    this.#onPressure = onPressure;
  }

  /** So many entries wait now. */
  update(waiting: number): void {
    const isHigh = this.#isHigh ? waiting >= WAITING.low : waiting > WAITING.high;
    if (isHigh === this.#isHigh) return;
    this.#isHigh = isHigh;
    this.#onPressure(isHigh);
  }
}
