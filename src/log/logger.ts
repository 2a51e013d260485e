import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { pino } from 'pino';
import { canOperatorFix, formatOperatorFault, OperatorFault } from '../faults/operator-fault.ts';
import { remoteFaultOf } from '../faults/remote-fault.ts';
import type { Log } from '../ports/log.ts';
import { CENSORED, hideSecrets } from './hide-secrets.ts';
import { openWithoutWaiting } from './terminal.ts';

const ERROR_KEYS = ['err', 'error'];

export interface Logger extends Log {
  /** Returns the number of lines that could not be written since the start. */
  dropped(): number;
}

type Output = Pick<LogOutput, 'write' | 'dropped'>;

/**
 * Creates a logger of JSON lines on stdout, which never blocks (see `LogOutput`). Secrets, tokens in addresses and
 * passwords are replaced.
 * @param secrets texts that must not appear anywhere
 * @param output receives the lines
 */
export function createLogger(level: string, secrets: readonly string[], output: Output = new LogOutput()): Logger {
  const hide = hideSecrets(secrets);
  const options = {
    level,
    base: null,
    serializers: Object.fromEntries(ERROR_KEYS.map((key) => [key, serialize])),
    redact: {
      paths: ERROR_KEYS.flatMap((key) => [`${key}.requestBody`, `${key}.rawError`]).concat('token', '*.token'),
      censor: CENSORED,
    },
    hooks: { streamWrite: hide },
  };
  const logger = pino(options, output);
  return {
    dropped: () => output.dropped(),
    debug: (facts, sentence) => logger.debug(facts, sentence),
    info: (facts, sentence) => logger.info(facts, sentence),
    warn: (facts, sentence) => logger.warn(facts, sentence),
    error: (facts, sentence) => logger.error(facts, sentence),
  };
}

/**
 * An error that the operator can fix, or must wait out, is logged as its sentence, because a stack trace would only
 * hide it.
 */
function serialize(error: Error): object {
  if (canOperatorFix(error)) return { type: error.name, message: formatOperatorFault(error) };
  // Crier's own error for a fault of another machine, such as a write that did not reach PostgreSQL.
  const isWaitedOut = error instanceof OperatorFault && remoteFaultOf(error.cause) !== null;
  if (isWaitedOut) return { type: error.name, message: error.message };
  return remoteFaultOf(error) ?? pino.stdSerializers.err(error);
}

const STDOUT = 1;
/** Limits the lines held for a slow reader or a disk that is full for a while: some thousand lines. */
const MOST_HELD_BYTES = 256 * 1024;
const WRITE_RETRY_MS = 100;

/**
 * Writes lines to stdout without ever blocking: a line that cannot be written now is held and retried, and beyond
 * `MOST_HELD_BYTES` it is dropped and counted. A log is worth less than the process that writes it.
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

  /** Returns the number of lines dropped since the start. */
  dropped(): number {
    return this.#dropped;
  }

  /** @param line with its line break */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#heldBytes > 0 && this.#heldBytes + bytes.length > MOST_HELD_BYTES) {
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
      // The log itself fails, so that nothing can be logged. Lines stay held, and those that exceed the limit are
      // counted.
      this.#retry = setTimeout(() => this.#flush(), WRITE_RETRY_MS).unref();
    }
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  /** @throws Error if not all was written; the unwritten rest stays held, even part of a line */
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

/** Formats a line as pino does; level 40 is `warn`. */
function formatDropped(lines: number): Buffer {
  const line = {
    level: 40,
    time: Date.now(),
    dropped: lines,
    msg: 'Log lines dropped: they could not be written in time',
  };
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

/** Opens stdout so that a write that would block fails with EAGAIN instead. */
function openStdout(): number {
  // Node itself makes pipes and sockets non-blocking as soon as `process.stdout` is read, and files never block.
  return isatty(STDOUT) ? openWithoutWaiting(STDOUT) : process.stdout.fd;
}
