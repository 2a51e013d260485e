import { type APIGatewayBotInfo, type REST, Routes } from 'discord.js';
import { chooseProxy, type ProxySettings } from '../../proxy/choose-proxy.ts';
import { NotBefore, NotDiscord } from '../rest/faults.ts';

/** Discord resets a bot's token after 1,000 identifies in a day: a crash loop must not get there. */
const SPARE_IDENTIFIES = 50;
const LEAST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** Discord's answer before a login. */
export interface GatewayAnswer {
  /** The gateway's address, wss. */
  readonly url: string;
  /** How many shards Discord recommends. */
  readonly shards: number;
}

/**
 * Asks Discord whether a login is safe now.
 *
 * @throws NotBefore if too few logins are left for today; the REST client's errors if Discord does not answer
 */
export async function checkGateway(rest: REST): Promise<GatewayAnswer> {
  const answer = (await rest.get(Routes.gatewayBot())) as Partial<APIGatewayBotInfo>;
  const { url, session_start_limit: budget, shards = 1 } = answer;
  if (typeof url !== 'string') throw new NotDiscord(200);
  if (!budget || budget.remaining > SPARE_IDENTIFIES) return { url, shards };
  const waitMs = Math.min(Math.max(budget.reset_after, LEAST_WAIT_MS), LONGEST_WAIT_MS);
  throw new NotBefore(
    waitMs,
    `Only ${budget.remaining} logins are left for today: Crier waits, so that Discord does not reset the token`,
  );
}

/**
 * Says that Crier connects to the gateway directly although a proxy is set for its address: discord.js passes no agent
 * to the gateway's WebSocket.
 *
 * @returns null if no proxy is set for that address
 */
export function explainGatewayProxy(url: string, proxies: ProxySettings): string | null {
  if (!URL.canParse(url)) return null;
  const proxy = chooseProxy(url, proxies);
  if (proxy === null) return null;
  const { hostname, port } = new URL(url);
  return `Crier cannot use a proxy for Discord’s gateway: it connects to ${hostname}:${port || 443} directly, past ${proxy.setting}. Allow that in the firewall`;
}
