import { pino } from 'pino';
import { formatOperatorFault, isMendable, OperatorFault } from '../faults/operator-fault.ts';
import { remoteFaultOf } from '../faults/remote-fault.ts';
import type { Log } from '../ports/log.ts';
import { hideSecrets } from './hide-secrets.ts';
import { LogOutput } from './output.ts';

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
