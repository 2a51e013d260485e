import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/log/logger.ts';
import { runOnStore } from '../../src/start.ts';
import type { Clock } from '../../src/time/clock.ts';
import { errorsOf } from './bot-errors.ts';
import type { SoakWorld } from './soak-world.ts';

/** The refresh interval; long, so that simulated days pass quickly. */
const REFRESH_SECONDS = '600';
/** Ends a run that hangs. This is real time, which a busy machine needs more of. */
const LONGEST_START_MS = 600_000;

/**
 * The real bot in this process, in the time of a clock, on a store in files. It can stop and start any number of times.
 */
export function botInTime(world: SoakWorld, folder: string, clock: Clock) {
  const config = readConfig({
    ...world.environment(),
    STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}`,
    SHOPS_REFRESH_SECONDS: REFRESH_SECONDS,
  });
  const errors = new Set<string>();
  const write = (line: string) => {
    for (const error of errorsOf(line.trimEnd())) errors.add(error);
  };
  const log = createLogger('error', [config.DISCORD_TOKEN], { write, dropped: () => 0 });
  let stop = new AbortController();
  let ended: Promise<void> = Promise.resolve();
  return {
    errors: (): readonly string[] => [...errors],
    /**
     * Resolves when it has registered its commands.
     * @throws its error if it ended before
     */
    async start(): Promise<void> {
      stop = new AbortController();
      const registered = world.discord.events.next('commands', () => true, LONGEST_START_MS);
      ended = runOnStore({ config, clock, random: Math.random, log }, stop);
      await Promise.race([registered, ended.then(() => Promise.reject(new Error('the bot ended by itself')))]);
    },
    async stop(): Promise<void> {
      stop.abort();
      await ended;
    },
  };
}
