import { Unreadable } from '../../faults/store-faults.ts';
import type { Log } from '../../ports/log.ts';

/** Limits the remembered rows. Above it all are forgotten, so a row may be logged again. */
const MOST_REMEMBERED = 10_000;
const MOST_NAMED = 10;

/** Counts unreadable rows, which readers leave out, and logs each once. */
export class UnreadableRows {
  readonly #log: Log;
  readonly #known = new Set<string>();
  #unsaid: string[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Takes what reading a row threw.
   * @param row what the log calls it, such as `notice 7`
   * @throws error itself, unless it is `Unreadable`
   */
  note(row: string, error: unknown): void {
    if (!(error instanceof Unreadable)) throw error;
    if (this.#known.has(row)) return;
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
    this.#known.add(row);
    this.#unsaid.push(`${row}: ${error.message}`);
  }

  /** Logs the rows noted since the last call, in one line. */
  say(sentence: string): void {
    if (this.#unsaid.length === 0) return;
    this.#log.error({ count: this.#unsaid.length, rows: this.#unsaid.slice(0, MOST_NAMED) }, sentence);
    this.#unsaid = [];
  }
}
