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
  /** Ends it as SIGTERM does. */
  stop(): Promise<number>;
  readonly exited: Promise<number>;
}

/**
 * The real bot in the test's own process, with the test's clock: its composition, store and sockets are those of
 * `npm start`. `record`: the options of `--record`. The exit code is in `exited` (0, or 1 with
 * the error in the log).
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
      // A process would be gone: what still runs here is ended, and says no more.
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
