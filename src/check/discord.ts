import {
  type APIApplication,
  DiscordAPIError,
  HTTPError,
  type RateLimitData,
  RateLimitError,
  REST,
  Routes,
} from 'discord.js';
import type { Config } from '../config.ts';
import { explainGatewayProxy } from '../discord/gateway/client.ts';
import { checkGateway } from '../discord/gateway/shards.ts';
import { inviteLink, isWrongServer } from '../discord/rest/application.ts';
import { NotBefore, NotDiscord, outcomeOf, TokenRefused } from '../discord/rest/faults.ts';
import { ANSWER_DEADLINE_MS, createRestAgent, REST_TIMEOUT_MS, sendToDiscord } from '../discord/rest/send.ts';
import { adviseNoProxy, chooseProxy, type HttpProxy, ProxyFault } from '../proxy/proxy.ts';
import { systemClock } from '../time/clock.ts';
import { type Finding, failed, failedBy, notChecked, passed } from './finding.ts';

/** Limits the wait for a rate limit; a longer one is reported instead. */
const LONGEST_RATE_LIMIT_WAIT_MS = 10_000;

/** Discord's answer about the token. `botId` is null if Discord rejects the token or does not answer. */
export interface CheckedToken {
  readonly findings: readonly Finding[];
  readonly botId: string | null;
  readonly rest: REST;
}

/** Asks Discord for the application of the token, and whether it may log in. Never rejects for a failure at Discord. */
export async function askDiscord(config: Config): Promise<CheckedToken> {
  const { DISCORD_API_URL: api, DISCORD_TOKEN, DISCORD_GUILD_ID: guildId } = config;
  const rejectOnRateLimit = ({ retryAfter }: RateLimitData) =>
    retryAfter <= 0 || retryAfter > LONGEST_RATE_LIMIT_WAIT_MS;
  const unswept = { hashSweepInterval: 0, handlerSweepInterval: 0 };
  const proxy = chooseProxy(api, config);
  const agent = createRestAgent(proxy);
  const options = { api, agent, retries: 1, timeout: REST_TIMEOUT_MS, rejectOnRateLimit, ...unswept };
  const makeRequest = sendToDiscord({ proxy, clock: systemClock });
  const rest = new REST({ ...options, makeRequest }).setToken(DISCORD_TOKEN);
  try {
    const application = (await rest.get(Routes.currentApplication())) as Partial<APIApplication>;
    const { id, bot, name, approximate_guild_count: servers } = application;
    if (typeof id !== 'string') return { findings: [failed('Token', NOT_DISCORD)], botId: null, rest };
    const findings = [
      passed('Token', `Discord accepts it. The bot is ${name}.`),
      // True as long as the client asks for the intent Guilds alone.
      passed('Intents', 'no privileged intent is needed.'),
      ofServers(id, servers),
      ...(guildId === undefined ? [] : [await askServer(rest, guildId)]),
      ...(await askGateway(rest, config)),
    ];
    // The ids of the application and of its bot differ for applications of Discord's first years.
    return { findings, botId: bot?.id ?? id, rest };
  } catch (error) {
    return { findings: [ofFailure('Token', error, proxy)], botId: null, rest };
  }
}

const NOT_DISCORD =
  'the answer is not Discord’s. Correct DISCORD_API_URL, which ends in /api like https://discord.com/api, or leave it out.';

/** @param servers the number of servers that the bot is in, or undefined if Discord does not report it */
function ofServers(id: string, servers: number | undefined): Finding {
  const invited = servers === undefined ? 'Discord does not report the number of servers' : `Crier is in ${servers}`;
  const wish = servers === 0 ? 'Invite it with this link' : 'Invite it to more with this link';
  return passed('Servers', `${invited}. ${wish}: ${inviteLink(id)}`);
}

/** Checks that the bot is in the server of DISCORD_GUILD_ID. */
async function askServer(rest: REST, guildId: string): Promise<Finding> {
  try {
    await rest.get(Routes.guild(guildId));
    return passed('Server', `Crier is in DISCORD_GUILD_ID=${guildId} and registers its commands there only.`);
  } catch (error) {
    if (!isWrongServer(error)) return ofFailure('Server', error);
    return failed(
      'Server',
      `Crier is not in DISCORD_GUILD_ID=${guildId}, so it cannot register its commands there. Invite it there, or leave DISCORD_GUILD_ID out.`,
    );
  }
}

async function askGateway(rest: REST, config: Config): Promise<Finding[]> {
  try {
    const { url, shards } = await checkGateway(rest);
    const proxyNote = explainGatewayProxy(url, config);
    const login = passed(
      'Login',
      `Discord lets Crier log in, and recommends ${shards === 1 ? '1 shard' : `${shards} shards`}.`,
    );
    return [login, ...(proxyNote === null ? [] : [notChecked('Gateway', `not tried. ${proxyNote}.`)])];
  } catch (error) {
    if (error instanceof NotBefore) return [failed('Login', `${error.message}.`)];
    return [ofFailure('Login', error)];
  }
}

function ofFailure(label: string, error: unknown, proxy: HttpProxy | null = null): Finding {
  const status = error instanceof DiscordAPIError || error instanceof HTTPError ? error.status : null;
  const outcome = outcomeOf(error);
  const unlistedCode = outcome.kind === 'retry' ? outcome.unlistedCode : undefined;
  if (error instanceof NotDiscord || (status === 404 && unlistedCode === 0)) return failed(label, NOT_DISCORD);
  if (outcome.kind === 'unauthorized') return failedBy(label, new TokenRefused());
  const why = isTimeout(error)
    ? `no answer for ${ANSWER_DEADLINE_MS / 1_000} s`
    : 'why' in outcome
      ? outcome.why
      : outcome.kind;
  const isOfAddress = outcome.kind === 'retry' && outcome.everywhere === 'address';
  if (unlistedCode !== undefined || isOfAddress)
    return failed(
      label,
      `Discord refuses this for an unknown reason (${why}), mostly for a short time. Crier starts all the same and ` +
        'retries. Wait some minutes, then try again.',
    );
  if (error instanceof RateLimitError || (status ?? 0) >= 429)
    return failed(label, `Discord has an outage or limits the rate (${why}). Wait some minutes, then try again.`);
  if (error instanceof ProxyFault) return failed(label, `Discord is unreachable: ${error.message}; then try again.`);
  if (proxy !== null) {
    const check = `Check the proxy ${proxy.origin} of ${proxy.setting}${adviseNoProxy(proxy)}`;
    return failed(label, `Discord does not answer (${why}). ${check}; then try again.`);
  }
  return failed(
    label,
    `Discord does not answer (${why}). Check the network of this machine and DISCORD_API_URL, if it is set, then try again.`,
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
