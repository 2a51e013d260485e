import { expect } from 'vitest';
import { startBot } from '../../sandbox/bot.ts';

export const CHECK = { args: ['--check'] };

export interface Checked {
  readonly code: number | null;
  /** Printed lines by label. */
  readonly lines: readonly string[];
  readonly failures: readonly string[];
}

export async function runCheck(environment: Readonly<Record<string, string>>): Promise<Checked> {
  const bot = startBot(environment, CHECK);
  const code = await bot.exited;
  expect(bot.log()).not.toContain(environment.DISCORD_TOKEN);
  return checkedOf(code, bot.log());
}

export function checkedOf(code: number | null, output: string): Checked {
  const lines = output.trim().split('\n');
  return { code, lines, failures: lines.filter((line) => line.startsWith('✗')) };
}
