import { Unreadable } from '../../faults/unreadable.ts';
import type { Log } from '../../ports/log.ts';

/** A file with more of them is said again now and then. */
const MOST_REMEMBERED = 10_000;
const MOST_NAMED = 10;

/** Rows that cannot be read. The rest is read without them; the log tells of each once, and how many there are. */
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

  /** Logs what was noted since the last time, in one line. */
  say(sentence: string): void {
    if (this.#unsaid.length === 0) return;
    this.#log.error({ count: this.#unsaid.length, rows: this.#unsaid.slice(0, MOST_NAMED) }, sentence);
    this.#unsaid = [];
  }
}
