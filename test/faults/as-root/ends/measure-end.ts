import { expect } from 'vitest';
import type { BotProcess } from '../../../../sandbox/bot.ts';

/** The documented limit from SIGTERM to the exit. */
const MAX_END_MS = 5_000;

/** Sends SIGTERM, and asserts exit code 0 within the limit. */
export async function expectEndInTime(bot: Pick<BotProcess, 'stop'>): Promise<void> {
  const began = performance.now();
  expect(await bot.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(MAX_END_MS);
}
