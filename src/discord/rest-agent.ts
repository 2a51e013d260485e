import { createRequire } from 'node:module';
import type { RESTOptions } from 'discord.js';
import type { HttpProxy } from '../proxy/choose-proxy.ts';
import { proxyFaultOf } from '../proxy/fault.ts';

export type RestAgent = NonNullable<RESTOptions['agent']>;

/** A proxy that has not answered CONNECT by then counts as no connection. */
const CONNECT_MS = 10_000;

interface ProxyAgentOptions {
  readonly uri: string;
  readonly token?: string;
  readonly clientFactory: (url: URL, options: object) => RestAgent;
}

/** As much of discord.js's own undici as Crier uses. */
interface Undici {
  readonly Agent: new () => RestAgent;
  readonly Pool: new (url: URL, options: object) => RestAgent;
  readonly ProxyAgent: new (options: ProxyAgentOptions) => RestAgent;
  readonly fetch: (url: string, options: { dispatcher: RestAgent; signal: AbortSignal }) => Promise<Response>;
}

/** Loads the undici that discord.js brings. */
export function discordsUndici(): Undici {
  const discord = createRequire(import.meta.url).resolve('discord.js');
  const rest = createRequire(discord).resolve('@discordjs/rest');
  return createRequire(rest)('undici');
}

/**
 * Creates the agent of a REST client of discord.js, from the undici that discord.js brings. Without an agent discord.js
 * sends through the process's global one. This may be of the data service's newer undici, which does not accept the
 * forms in which discord.js sends files.
 *
 * @param proxy the proxy to Discord, or null if it is reached directly
 */
export function createRestAgent(proxy: HttpProxy | null): RestAgent {
  const { Agent, Pool, ProxyAgent } = discordsUndici();
  if (proxy === null) return new Agent();
  return new ProxyAgent({
    uri: proxy.origin,
    ...(proxy.authorization !== null && { token: proxy.authorization }),
    clientFactory: (url, options) => new Pool(url, { ...options, headersTimeout: CONNECT_MS }),
  });
}

type Send = RESTOptions['makeRequest'];

/**
 * Sends through the agent of `createRestAgent`, and names the proxy where it opens no connection.
 *
 * @param proxy the proxy to Discord, or null if it is reached directly
 * @throws ProxyFault in the place of undici's error, which discord.js takes for its own time-out
 */
export function explainProxy(send: Send, proxy: HttpProxy | null): Send {
  if (proxy === null) return send;
  return async (url, init) => {
    try {
      return await send(url, init);
    } catch (error) {
      throw init.signal?.aborted ? error : (proxyFaultOf(error, proxy) ?? error);
    }
  };
}
