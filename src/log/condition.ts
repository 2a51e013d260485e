import type { Log } from '../ports/log.ts';

/** Options of a `Condition`. Both sentences share a noun: *Outbox unreachable, retrying* / *Outbox reachable again*. */
export interface ConditionOptions {
  readonly log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>;
  /** Logged when the state begins. `setCause` appends the cause. */
  readonly begins: string;
  /** Logged when the state ends. */
  readonly ends: string;
  readonly level?: 'warn' | 'error';
}

/** One of several causes of a state, such as a status of an HTTP answer. */
export interface ConditionCause {
  /** Equal for equal causes. */
  readonly name: string;
  readonly sentence: string;
}

type LogFacts = Readonly<Record<string, unknown>>;

/**
 * A bad state that may last. It is logged once when it begins and once when it ends; repeats in between have level
 * debug.
 */
export class Condition {
  readonly #options: ConditionOptions;
  #times = 0;
  #cause: string | null = null;

  constructor(options: ConditionOptions) {
    this.#options = options;
  }

  get isSet(): boolean {
    return this.#times > 0;
  }

  /** @param error the failure, logged as `err` */
  set(error: unknown, facts: LogFacts = {}): void {
    this.#note(null, { err: error, ...facts }, this.#options.begins);
  }

  /** Sets the state for one of its causes. A new cause is logged like a beginning. */
  setCause({ name, sentence }: ConditionCause, facts: LogFacts = {}): void {
    this.#note(name, { fault: name, ...facts }, `${this.#options.begins}: ${sentence}`);
  }

  clear(facts: LogFacts = {}): void {
    if (!this.isSet) return;
    const cause = this.#cause === null ? {} : { fault: this.#cause };
    this.#options.log.info({ ...cause, times: this.#times, ...facts }, this.#options.ends);
    this.#times = 0;
    this.#cause = null;
  }

  #note(cause: string | null, facts: LogFacts, sentence: string): void {
    const { log, level = 'warn' } = this.#options;
    const isRepeat = this.isSet && cause === this.#cause;
    this.#times += 1;
    this.#cause = cause;
    log[isRepeat ? 'debug' : level]({ ...facts, times: this.#times }, sentence);
  }
}
