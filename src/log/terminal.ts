import { constants, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Clock } from '../time/clock.ts';

/** A terminal that a person watches. Writes never block: text that it cannot take now is dropped. */
export interface Terminal {
  write(text: string): void;
}

/** @returns the terminal on stderr, or null if stderr is none */
export function terminalOnStderr(): Terminal | null {
  const STDERR = 2;
  if (!isatty(STDERR)) return null;
  const descriptor = openWithoutWaiting(STDERR);
  return {
    write(text) {
      try {
        writeSync(descriptor, text);
      } catch {
        // The terminal is stopped (Ctrl-S) or gone. The next write shows the present state.
      }
    },
  };
}

/** Opens a terminal without blocking: a write that would wait throws EAGAIN. */
export function openWithoutWaiting(descriptor: number): number {
  // Opened again, because the flag of the open descriptor would change the shell's terminal too.
  const flags = constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK;
  try {
    return openSync(`/proc/self/fd/${descriptor}`, flags);
  } catch {
    return descriptor; // no /proc on this system, or a terminal of another user's
  }
}

const CLEAR = '\x1b[K';
const TICK_MS = 1_000;
/** Smooth for a viewer, at a negligible cost. */
const SHOWN_EVERY_MS = 100;
/** A line of a narrow terminal. */
const LONGEST = 79;

export interface ProgressParts {
  /** null if nobody watches. */
  readonly terminal: Terminal | null;
  /** Logs a line where there is no terminal. */
  readonly say: (line: string) => void;
  /** Least time between two logged lines. */
  readonly sayEveryMs: number;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
}

/** Shows the progress of long work: one line that is overwritten on a terminal, else a logged line now and then. */
export class Progress {
  readonly #parts: ProgressParts;
  #shownAt: number;

  constructor(parts: ProgressParts) {
    this.#parts = parts;
    this.#shownAt = parts.clock.monotonic();
  }

  /** Shows the first line of some work at once. */
  begin(line: string): void {
    const { terminal, say, clock } = this.#parts;
    this.#shownAt = clock.monotonic();
    if (terminal === null) say(line);
    else this.#write(terminal, line);
  }

  /** Shows the progress if the last line is old enough. */
  show(line: string): void {
    const { terminal, sayEveryMs, clock } = this.#parts;
    if (clock.monotonic() - this.#shownAt >= (terminal === null ? sayEveryMs : SHOWN_EVERY_MS)) this.begin(line);
  }

  /** Clears the line. */
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
