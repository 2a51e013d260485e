import { onTestFinished } from 'vitest';
import type { GatewayStatus } from '../../../src/ports/status.ts';
import type { Clock } from '../../../src/time/clock.ts';
import { freePort } from '../../monitor/free-port.ts';
import { type BotInProcess, startInProcess } from '../world/bot-in-process.ts';

/** One of several bots on a store. */
export interface Member extends BotInProcess {
  /** Reads its /health report. */
  health(): Promise<{
    readonly well: boolean;
    readonly why: readonly string[];
    readonly gateway: GatewayStatus | null;
    readonly stream: { readonly state: string };
    readonly snapshot: { readonly takenAt: number | null; readonly isStockUnitContradicted?: boolean };
    readonly processes: Readonly<Record<string, { readonly leads: boolean }>>;
  }>;
  /** Reads its metrics as Prometheus does. */
  metrics(): Promise<string>;
}

/** Starts a bot in the test's own process. */
export async function startMember(environment: Readonly<Record<string, string>>, clock: Clock): Promise<Member> {
  const port = await freePort();
  const bot = startInProcess({ ...environment, HTTP_PORT: String(port) }, clock);
  onTestFinished(async () => {
    await bot.stop();
  });
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  return {
    ...bot,
    health: async () => JSON.parse(await ask('/health')),
    metrics: () => ask('/metrics'),
  };
}
