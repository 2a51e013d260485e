import { setTimeout as wait } from 'node:timers/promises';
import { type APIGatewayBotInfo, DiscordAPIError, type REST, Routes } from 'discord.js';
import type { Log } from '../ports/log.ts';
import { DiscordRefused } from './client.ts';

/** Discord resets a bot's token after 1,000 identifies in a day: a crash loop must not get there. */
const SPARE_IDENTIFIES = 50;
const LONGEST_WAIT_MS = 60_000;

/**
 * Waits until Discord answers and a login is safe: the bot starts with its storage open, however long Discord is away.
 * @throws DiscordRefused where the token is not accepted
 */
export async function awaitGateway(rest: REST, log: Log, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const delayMs = await tryOnce(rest, attempt, log);
    if (delayMs === 0) return;
    await wait(delayMs, undefined, { signal });
  }
}

/** 0: go; else how long to wait before asking again. */
async function tryOnce(rest: REST, attempt: number, log: Log): Promise<number> {
  const backoffMs = Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(attempt, 8)) * (0.5 + Math.random() / 2);
  try {
    const { session_start_limit: budget } = (await rest.get(Routes.gatewayBot())) as Partial<APIGatewayBotInfo>;
    if (!budget || budget.remaining > SPARE_IDENTIFIES) return 0;
    log.error({ ...budget }, 'Too few logins are left for today: waiting, so that Discord does not reset the token');
    return Math.min(Math.max(budget.reset_after, 1_000), 15 * LONGEST_WAIT_MS);
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === 401) {
      throw new DiscordRefused(
        'Discord does not accept DISCORD_TOKEN. Reset it at discord.com/developers and set the new one.',
      );
    }
    if (attempt === 0) log.warn({ err: error }, 'Discord does not answer yet; trying again until it does');
    return backoffMs;
  }
}
