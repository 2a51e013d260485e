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
import { ANSWER_MS, createRestAgent, REST_TIMEOUT_MS, sendToDiscord } from '../discord/rest/send.ts';
import { adviseNoProxy, chooseProxy, type HttpProxy, ProxyFault } from '../proxy/proxy.ts';
import { systemClock } from '../time/clock.ts';
import { amiss, amissBy, type Finding, unseen, well } from './finding.ts';

/** A longer limit is said rather than waited for. */
const LONGEST_WAIT_MS = 10_000;

/** Discord's answer about the token. `botId` is null if Discord rejects the token or does not answer. */
export interface Asked {
  readonly findings: readonly Finding[];
  readonly botId: string | null;
  readonly rest: REST;
}

/** Asks Discord for the application that the token is of, and whether it may log in. Never rejects for what Discord does. */
export async function askDiscord(config: Config): Promise<Asked> {
  const { DISCORD_API_URL: api, DISCORD_TOKEN, DISCORD_GUILD_ID: guildId } = config;
  const rejectOnRateLimit = ({ retryAfter }: RateLimitData) => retryAfter <= 0 || retryAfter > LONGEST_WAIT_MS;
  const unswept = { hashSweepInterval: 0, handlerSweepInterval: 0 };
  const proxy = chooseProxy(api, config);
  const agent = createRestAgent(proxy);
  const options = { api, agent, retries: 1, timeout: REST_TIMEOUT_MS, rejectOnRateLimit, ...unswept };
  const makeRequest = sendToDiscord({ proxy, clock: systemClock });
  const rest = new REST({ ...options, makeRequest }).setToken(DISCORD_TOKEN);
  try {
    const application = (await rest.get(Routes.currentApplication())) as Partial<APIApplication>;
    const { id, bot, name, approximate_guild_count: servers } = application;
    if (typeof id !== 'string') return { findings: [amiss('Token', NOT_DISCORD)], botId: null, rest };
    const findings = [
      well('Token', `Discord takes it: the bot is ${name}.`),
      // As long as the client asks for guilds alone.
      well('Intents', 'Crier needs no privileged one: there is nothing to turn on.'),
      ofServers(id, servers),
      ...(guildId === undefined ? [] : [await askServer(rest, guildId)]),
      ...(await askGateway(rest, config)),
    ];
    // The two ids of an application of the first years differ.
    return { findings, botId: bot?.id ?? id, rest };
  } catch (error) {
    return { findings: [ofFailure('Token', error, proxy)], botId: null, rest };
  }
}

const NOT_DISCORD =
  'what answers is not Discord. Correct DISCORD_API_URL, which ends in /api as https://discord.com/api does, or leave it out.';

/** @param servers in how many it is; undefined: Discord does not say */
function ofServers(id: string, servers: number | undefined): Finding {
  const invited = servers === undefined ? 'Crier may be in some' : `Crier is in ${servers}`;
  const wish = servers === 0 ? 'Invite it by this link' : 'More are invited by this link';
  return well('Servers', `${invited}. ${wish}: ${inviteLink(id)}`);
}

/** Whether it is in the server whose commands alone are registered. */
async function askServer(rest: REST, guildId: string): Promise<Finding> {
  try {
    await rest.get(Routes.guild(guildId));
    return well('Server', `Crier is in DISCORD_GUILD_ID=${guildId}, and registers its commands there alone.`);
  } catch (error) {
    if (!isWrongServer(error)) return ofFailure('Server', error);
    return amiss(
      'Server',
      `Crier is not in DISCORD_GUILD_ID=${guildId}, where its commands are to be registered. Invite it there, or leave DISCORD_GUILD_ID out.`,
    );
  }
}

async function askGateway(rest: REST, config: Config): Promise<Finding[]> {
  try {
    const { url, shards } = await checkGateway(rest);
    const proxyNote = explainGatewayProxy(url, config);
    const login = well(
      'Login',
      `Discord lets Crier log in, and recommends ${shards === 1 ? '1 shard' : `${shards} shards`}.`,
    );
    return [login, ...(proxyNote === null ? [] : [unseen('Gateway', `not tried. ${proxyNote}.`)])];
  } catch (error) {
    if (error instanceof NotBefore) return [amiss('Login', `${error.message}.`)];
    return [ofFailure('Login', error)];
  }
}

function ofFailure(what: string, error: unknown, proxy: HttpProxy | null = null): Finding {
  const status = error instanceof DiscordAPIError || error instanceof HTTPError ? error.status : null;
  const outcome = outcomeOf(error);
  const unlistedCode = outcome.kind === 'retry' ? outcome.unlistedCode : undefined;
  if (error instanceof NotDiscord || (status === 404 && unlistedCode === 0)) return amiss(what, NOT_DISCORD);
  if (outcome.kind === 'unauthorized') return amissBy(what, new TokenRefused());
  const why = isTimeout(error)
    ? `nothing came for ${ANSWER_MS / 1_000} s`
    : 'why' in outcome
      ? outcome.why
      : outcome.kind;
  const isOfAddress = outcome.kind === 'retry' && outcome.everywhere === 'address';
  if (unlistedCode !== undefined || isOfAddress)
    return amiss(
      what,
      `Discord refuses this without a known reason (${why}), which mostly passes: Crier starts all the same, and retries. ` +
        'Wait some minutes, then try again.',
    );
  if (error instanceof RateLimitError || (status ?? 0) >= 429)
    return amiss(what, `Discord has trouble, or is asked too much (${why}). Wait some minutes; then try again.`);
  if (error instanceof ProxyFault) return amiss(what, `Discord is not reached: ${error.message}; then try again.`);
  if (proxy !== null) {
    const check = `Look at the proxy ${proxy.origin} of ${proxy.setting}${adviseNoProxy(proxy)}`;
    return amiss(what, `Discord does not answer (${why}). ${check}; then try again.`);
  }
  return amiss(
    what,
    `Discord does not answer (${why}). Check the network of this machine, and DISCORD_API_URL where it is set; then try again.`,
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
