import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { pino } from 'pino';
import { formatOperatorFault, isMendable, OperatorFault } from '../faults/operator-fault.ts';
import { remoteFaultOf } from '../faults/remote-fault.ts';
import type { Log } from '../ports/log.ts';
import { hideSecrets } from './hide-secrets.ts';
import { openWithoutWaiting } from './terminal.ts';

const SECRET = '[secret]';
const ERROR_KEYS = ['err', 'error'];

/** `dropped`: how many lines could not be written since the start. */
export interface Logger extends Log {
  dropped(): number;
}

type Output = Pick<LogOutput, 'write' | 'dropped'>;

/**
 * Structured lines on stdout, which nothing waits for (see `LogOutput`). Tokens never get there: neither the bot's own nor those in the addresses of errors. Nor do passwords.
 * @param secrets texts that must not appear anywhere
 * @param output where the lines go
 */
export function createLogger(level: string, secrets: readonly string[], output: Output = new LogOutput()): Logger {
  const hide = hideSecrets(secrets);
  const options = {
    level,
    base: null,
    serializers: Object.fromEntries(ERROR_KEYS.map((key) => [key, serialize])),
    redact: {
      paths: ERROR_KEYS.flatMap((key) => [`${key}.requestBody`, `${key}.rawError`]).concat('token', '*.token'),
      censor: SECRET,
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

/** What the operator can mend, or must only wait out, is said in words; a stack trace would only hide it. */
function serialize(error: Error): object {
  if (isMendable(error)) return { type: error.name, message: formatOperatorFault(error) };
  // One of ours for what is of another machine, such as a write that PostgreSQL did not get.
  const isWaitedOut = error instanceof OperatorFault && remoteFaultOf(error.cause) !== null;
  if (isWaitedOut) return { type: error.name, message: error.message };
  return remoteFaultOf(error) ?? pino.stdSerializers.err(error);
}

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
