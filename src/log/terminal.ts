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
  // Opens the file again, because the flag of the open descriptor would change the shell's terminal too.
  const flags = constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK;
  try {
    return openSync(`/proc/self/fd/${descriptor}`, flags);
  } catch {
    return descriptor; // no /proc on this system, or another user's terminal
  }
}

const CLEAR = '\x1b[K';
const TICK_MS = 1_000;
/** Smooth for a viewer, at a negligible cost. */
const SHOWN_EVERY_MS = 100;
/** The width of a narrow terminal. */
const LONGEST_LINE_CHARACTERS = 79;

export interface ProgressParts {
  /** Null if nobody watches. */
  readonly terminal: Terminal | null;
  /** Logs a line if there is no terminal. */
  readonly logLine: (line: string) => void;
  /** The least time between two logged lines. */
  readonly logEveryMs: number;
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

  /** Shows a line at once. */
  begin(line: string): void {
    const { terminal, logLine, clock } = this.#parts;
    this.#shownAt = clock.monotonic();
    if (terminal === null) logLine(line);
    else this.#write(terminal, line);
  }

  /** Shows a line if the last one is old enough. */
  show(line: string): void {
    const { terminal, logEveryMs, clock } = this.#parts;
    if (clock.monotonic() - this.#shownAt >= (terminal === null ? logEveryMs : SHOWN_EVERY_MS)) this.begin(line);
  }

  /** Clears the line. */
  clear(): void {
    this.#parts.terminal?.write(CLEAR);
  }

  /**
   * Shows for how long some work has been running, until it ends.
   * @param what such as `Opening the store`
   * @param work receives a function that changes the shown name
   */
  async during<T>(what: string, work: (rename: (what: string) => void) => Promise<T>): Promise<T> {
    const { terminal, clock } = this.#parts;
    const clear = new AbortController();
    this.#shownAt = clock.monotonic();
    if (terminal !== null) this.#write(terminal, what);
    let name = what;
    const watched = this.#watch(() => name, clear.signal);
    try {
      return await work((renamed) => {
        name = renamed;
      });
    } finally {
      clear.abort();
      await watched;
      this.clear();
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

  /** The cursor returns to the beginning, so that the next log line overwrites the progress. */
  #write(terminal: Terminal, line: string): void {
    terminal.write(`${CLEAR}${line.slice(0, LONGEST_LINE_CHARACTERS)}\r`);
  }
}

/** Shows nothing. */
export const NO_PROGRESS: Pick<Progress, 'during'> = { during: (_, work) => work(() => undefined) };
