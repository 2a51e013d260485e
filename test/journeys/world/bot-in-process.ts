import { createRandom } from '../../../sandbox/economy/random.ts';
import type { RecordOptions } from '../../../src/composition/parts.ts';
import { readConfig } from '../../../src/config.ts';
import { formatFault } from '../../../src/format-fault.ts';
import { createLogger } from '../../../src/log/logger.ts';
import { runOnStore } from '../../../src/start.ts';
import type { Clock } from '../../../src/time/clock.ts';

/** A `Bot` that no signal can kill. */
export interface BotInProcess {
  log(): string;
  /** Stops it as SIGTERM does. */
  stop(): Promise<number>;
  readonly exited: Promise<number>;
}

/**
 * Starts the real bot in the test's own process with the test's clock; its composition, store and sockets are those of
 * `npm start`. `record` holds the options of `--record`, and `exited` resolves with the exit code, 0 or 1.
 */
export function startInProcess(
  environment: Readonly<Record<string, string>>,
  clock: Clock,
  record?: RecordOptions,
): BotInProcess {
  const config = readConfig(environment);
  let written = '';
  let isOver = false;
  const write = (text: string) => {
    if (!isOver) written += text;
  };
  const log = createLogger(config.LOG_LEVEL, [config.DISCORD_TOKEN], { write, dropped: () => 0 });
  const stop = new AbortController();
  const random = createRandom(7).unit;
  const exited = runOnStore({ config, clock, random, log, ...(record && { record }) }, stop).then(
    () => 0,
    (error: unknown) => {
      write(`${formatFault(error)}\n`);
      // A real process would be gone, so everything that still runs here is ended and silenced.
      isOver = true;
      stop.abort();
      return 1;
    },
  );
  return {
    log: () => written,
    exited,
    stop() {
      stop.abort();
      return exited;
    },
  };
}
