import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { openWithoutWaiting } from './terminal.ts';

const STDOUT = 1;
/** What is held for a reader that is slow, or a disk that is full for a while: some thousand lines. */
const HELD_BYTES = 256 * 1024;
const RETRY_MS = 100;

/**
 * Writes lines on stdout, and never waits: what cannot be written now is held and tried again, and beyond `HELD_BYTES` a
 * line is dropped and counted. A log is worth less than the process that writes it.
 */
export class LogOutput {
  readonly #descriptor = openStdout();
  #held: Buffer[] = [];
  #heldBytes = 0;
  #dropped = 0;
  #reported = 0;
  #retry: NodeJS.Timeout | null = null;

  constructor() {
    process.on('exit', () => this.#flush());
  }

  /** How many lines were dropped since the start. */
  dropped(): number {
    return this.#dropped;
  }

  /** @param line with its line break */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#heldBytes > 0 && this.#heldBytes + bytes.length > HELD_BYTES) {
      this.#dropped += 1;
      return;
    }
    this.#hold(bytes);
    if (this.#retry === null) this.#flush();
  }

  #flush(): void {
    this.#retry = null;
    try {
      this.#writeHeld();
      if (this.#dropped === this.#reported) return;
      this.#hold(formatDropped(this.#dropped - this.#reported));
      this.#reported = this.#dropped;
      this.#writeHeld();
    } catch {
      // Nobody can be told where the log is what fails: the lines stay held, and those that find no room are counted.
      this.#retry = setTimeout(() => this.#flush(), RETRY_MS).unref();
    }
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  /** @throws Error where not all could be written; what was not is still held, the rest of a line too */
  #writeHeld(): void {
    let rest = Buffer.concat(this.#held);
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#descriptor, rest));
    } finally {
      this.#held = rest.length > 0 ? [rest] : [];
      this.#heldBytes = rest.length;
    }
  }
}

/** A line as pino writes it; 40 is `warn`. */
function formatDropped(lines: number): Buffer {
  const line = { level: 40, time: Date.now(), dropped: lines, msg: 'Log lines that could not be written were dropped' };
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

/** Stdout as a descriptor on which a write answers EAGAIN where it would wait. */
function openStdout(): number {
  // Node makes pipes and sockets so itself when it is asked for `process.stdout`; files do not wait.
  return isatty(STDOUT) ? openWithoutWaiting(STDOUT) : process.stdout.fd;
}
