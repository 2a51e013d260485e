import type { Log } from '../ports/log.ts';

/** Why the journal cannot be written and since when; said once when it begins, and once when it is over. */
export class WriteTrouble {
  readonly #log: Log;
  readonly #now: () => number;
  #trouble: { readonly fault: Error; readonly since: number } | null = null;

  /** `now`: epoch ms. */
  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  note(fault: Error): void {
    if (this.#trouble === null)
      this.#log.error({ err: fault }, 'The journal cannot be written: what comes is kept and tried again');
    this.#trouble = { fault, since: this.#trouble?.since ?? this.#now() };
  }

  /** `lost`: events that found no room meanwhile. True: there was trouble, and it is over. */
  recover(lost: number): boolean {
    if (this.#trouble === null) return false;
    const facts = { since: this.#trouble.since, lost };
    if (lost > 0) this.#log.error(facts, 'The journal is written again, but events were lost meanwhile');
    else this.#log.info(facts, 'The journal is written again');
    this.#trouble = null;
    return true;
  }

  /** The latest; null: the journal is written. */
  fault(): Error | null {
    return this.#trouble?.fault ?? null;
  }
}
