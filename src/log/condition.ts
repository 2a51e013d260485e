import type { Log } from '../ports/log.ts';

/** Options of a `Condition`; both sentences share a noun: *Outbox unreachable, retrying* / *Outbox reachable again*. */
export interface ConditionOptions {
  readonly log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>;
  /** Logged when the state begins. */
  readonly begins: string;
  /** Logged when it ends. */
  readonly ends: string;
  /** The level of the first line. Default: warn. */
  readonly level?: 'warn' | 'error';
}

type Facts = Readonly<Record<string, unknown>>;

/** A bad state that may last. It is logged once when it begins and once when it ends; repeats in between are for debugging. */
export class Condition {
  readonly #options: ConditionOptions;
  #times = 0;

  constructor(options: ConditionOptions) {
    this.#options = options;
  }

  get isSet(): boolean {
    return this.#times > 0;
  }

  /** @param error what failed, logged as `err` */
  set(error: unknown, facts: Facts = {}): void {
    const { log, begins, level = 'warn' } = this.#options;
    this.#times += 1;
    log[this.#times === 1 ? level : 'debug']({ err: error, times: this.#times, ...facts }, begins);
  }

  clear(facts: Facts = {}): void {
    if (!this.isSet) return;
    this.#options.log.info({ times: this.#times, ...facts }, this.#options.ends);
    this.#times = 0;
  }
}
