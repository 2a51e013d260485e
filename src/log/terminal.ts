import { constants, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Clock } from '../time/clock.ts';

/** Where a person looks on. Nothing waits for it: what cannot be shown just now is not. */
export interface Terminal {
  write(text: string): void;
}

/** The terminal on stderr; null: none is there. */
export function terminalOnStderr(): Terminal | null {
  const STDERR = 2;
  if (!isatty(STDERR)) return null;
  const descriptor = openWithoutWaiting(STDERR);
  return {
    write(text) {
      try {
        writeSync(descriptor, text);
      } catch {
        // It stands still (Ctrl-S), or is gone: whoever looks on again sees the next.
      }
    },
  };
}

/** A terminal as a descriptor on which a write answers EAGAIN where it would wait. */
export function openWithoutWaiting(descriptor: number): number {
  // A terminal may stand still (Ctrl-S). Opened anew, as the shell shares the one that is open.
  const flags = constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK;
  try {
    return openSync(`/proc/self/fd/${descriptor}`, flags);
  } catch {
    return descriptor; // no /proc on this system, or a terminal of another user's
  }
}

const CLEAR = '\x1b[K';
const TICK_MS = 1_000;
/** Often enough for who looks on, and no burden. */
const SHOWN_EVERY_MS = 100;
/** What a narrow terminal has room for. */
const LONGEST = 79;

export interface ProgressParts {
  /** null: nobody looks on. */
  readonly terminal: Terminal | null;
  /** Takes a line for whoever reads later, where nobody looks on. */
  readonly say: (line: string) => void;
  /** How often it does. */
  readonly sayEveryMs: number;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
}

/** How far long work is: on a terminal in one line, which is written over and goes with the work; elsewhere in a line now and then. */
export class Progress {
  readonly #parts: ProgressParts;
  #shownAt: number;

  constructor(parts: ProgressParts) {
    this.#parts = parts;
    this.#shownAt = parts.clock.monotonic();
  }

  /** The first line of some work, which nobody misses. */
  begin(line: string): void {
    const { terminal, say, clock } = this.#parts;
    this.#shownAt = clock.monotonic();
    if (terminal === null) say(line);
    else this.#write(terminal, line);
  }

  /** How far it is now: shown if the last line is some time ago. */
  show(line: string): void {
    const { terminal, sayEveryMs, clock } = this.#parts;
    if (clock.monotonic() - this.#shownAt >= (terminal === null ? sayEveryMs : SHOWN_EVERY_MS)) this.begin(line);
  }

  /** Takes the line away. */
  over(): void {
    this.#parts.terminal?.write(CLEAR);
  }

  /**
   * Shows how long work takes already, until it is over.
   * @param what such as `Opening the store`
   * @param work receives a function that renames what is shown
   */
  async during<T>(what: string, work: (rename: (what: string) => void) => Promise<T>): Promise<T> {
    const { terminal, clock } = this.#parts;
    const over = new AbortController();
    this.#shownAt = clock.monotonic();
    if (terminal !== null) this.#write(terminal, what);
    let name = what;
    const watched = this.#watch(() => name, over.signal);
    try {
      return await work((renamed) => {
        name = renamed;
      });
    } finally {
      over.abort();
      await watched;
      this.over();
    }
  }

  async #watch(what: () => string, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    const began = clock.monotonic();
    while (!signal.aborted) {
      await clock.sleep(TICK_MS, signal);
      if (!signal.aborted) this.show(`${what()}: ${Math.round((clock.monotonic() - began) / 1_000)} s so far`);
    }
  }

  /** The cursor goes back to the beginning, so that a line of the log stands in its place. */
  #write(terminal: Terminal, line: string): void {
    terminal.write(`${CLEAR}${line.slice(0, LONGEST)}\r`);
  }
}

/** Shows nothing. */
export const UNSEEN: Pick<Progress, 'during'> = { during: (_, work) => work(() => undefined) };
