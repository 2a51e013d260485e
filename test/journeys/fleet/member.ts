import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src/time/clock.ts';
import { freePort } from '../../monitor/free-port.ts';
import { type BotInProcess, startInProcess } from '../world/bot-in-process.ts';

/** One of several bots on a store. */
export interface Member extends BotInProcess {
  /** What machines are told of it. */
  health(): Promise<{
    readonly well: boolean;
    readonly stream: { readonly state: string };
    readonly snapshot: { readonly takenAt: number | null };
    readonly processes: Readonly<Record<string, { readonly leads: boolean }>>;
  }>;
}

/** Starts one in the test's own process. */
export async function startMember(environment: Readonly<Record<string, string>>, clock: Clock): Promise<Member> {
  const port = await freePort();
  const bot = startInProcess({ ...environment, HTTP_PORT: String(port) }, clock);
  onTestFinished(async () => {
    await bot.stop();
  });
  return {
    ...bot,
    async health() {
      const response = await fetch(`http://127.0.0.1:${port}/health`);
      return JSON.parse(await response.text());
    },
  };
}
