import { type APIGatewayBotInfo, type REST, Routes } from 'discord.js';
import { NotDiscord } from './discords-answers.ts';
import { NotBefore } from './not-before.ts';

/** Discord resets a bot's token after 1,000 identifies in a day: a crash loop must not get there. */
const SPARE_IDENTIFIES = 50;
const LEAST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Asks Discord whether a login is safe now. Resolves with how many shards it recommends.
 * @throws NotBefore where too few logins are left for today; the REST client's errors where Discord does not answer
 */
export async function checkGateway(rest: REST): Promise<number> {
  const answer = (await rest.get(Routes.gatewayBot())) as Partial<APIGatewayBotInfo>;
  const { url, session_start_limit: budget, shards = 1 } = answer;
  if (typeof url !== 'string') throw new NotDiscord(200);
  if (!budget || budget.remaining > SPARE_IDENTIFIES) return shards;
  const waitMs = Math.min(Math.max(budget.reset_after, LEAST_WAIT_MS), LONGEST_WAIT_MS);
  throw new NotBefore(
    waitMs,
    `Only ${budget.remaining} logins are left for today: Crier waits, so that Discord does not reset the token`,
  );
}
