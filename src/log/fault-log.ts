import type { Log } from '../ports/log.ts';

/** Says a fault once, when it begins or changes, and when it is over; what merely goes on is for debugging. */
export class FaultLog {
  readonly #log: Log;
  readonly #part: string;
  readonly #level: 'warn' | 'error';
  #current: string | null = null;
  #times = 0;

  constructor(log: Log, part: string, level: 'warn' | 'error' = 'warn') {
    this.#log = log;
    this.#part = part;
    this.#level = level;
  }

  /** `fault`: its name, the same for the same fault. */
  say(fault: string, why: string, facts: Readonly<Record<string, unknown>> = {}): void {
    const line = fault === this.#current ? this.#log.debug : this.#log[this.#level];
    this.#times = fault === this.#current ? this.#times + 1 : 1;
    this.#current = fault;
    line({ part: this.#part, fault, times: this.#times, ...facts }, `${this.#part}: ${why}`);
  }

  over(): void {
    if (this.#current === null) return;
    this.#log.info({ part: this.#part, fault: this.#current, times: this.#times }, `${this.#part}: well again`);
    this.#current = null;
  }
}
