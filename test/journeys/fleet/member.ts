import { onTestFinished } from 'vitest';
import type { StorePorts } from '../../../src/composition/store-ports.ts';
import { readConfig } from '../../../src/config.ts';
import { openCrier } from '../../../src/crier.ts';
import { formatFault } from '../../../src/format-fault.ts';
import { createLogger } from '../../../src/log/logger.ts';
import type { Clock } from '../../../src/time/clock.ts';
import { freePort } from '../../monitor/free-port.ts';
import type { BotInProcess } from '../world/bot-in-process.ts';

/** One of several bots on a store. */
export interface Member extends BotInProcess {
  /** What machines are told of it. */
  health(): Promise<{ readonly processes: Readonly<Record<string, { readonly leads: boolean }>> } & Health>;
}

interface Health {
  readonly well: boolean;
  readonly stream: { readonly state: string };
  readonly snapshot: { readonly takenAt: number | null };
}

/** Starts one on what `open` gives, in the test's own process. */
export async function startMember(
  environment: Readonly<Record<string, string>>,
  open: () => Promise<StorePorts>,
  clock: Clock,
): Promise<Member> {
  const port = await freePort();
  const config = readConfig({ ...environment, HTTP_PORT: String(port) });
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  const log = createLogger(config.LOG_LEVEL, [config.DISCORD_TOKEN], { write, dropped: () => 0 });
  const stop = new AbortController();
  const run = async () => (await openCrier({ config, open, clock, random: () => 0.5, log }, stop)).run();
  const exited = run().then(
    () => 0,
    (error: unknown) => {
      write(`${formatFault(error)}\n`);
      return 1;
    },
  );
  onTestFinished(async () => {
    stop.abort();
    await exited;
  });
  return {
    log: () => written,
    exited,
    stop() {
      stop.abort();
      return exited;
    },
    async health() {
      const response = await fetch(`http://127.0.0.1:${port}/health`);
      return JSON.parse(await response.text());
    },
  };
}
