import { createRequire } from 'node:module';
import { DefaultRestOptions, type RESTOptions } from 'discord.js';
import type { GlobalRateLimiter } from '../../ports/delivery.ts';
import type { Counts } from '../../ports/status.ts';
import { chooseProxy, type HttpProxy, type ProxySettings, proxyFaultOf } from '../../proxy/proxy.ts';
import { beforeDeadline, type DeadlineClock } from '../../time/deadline.ts';
import { NotDiscord } from './faults.ts';

/** Sends one request of discord.js. Most functions below wrap a `Send` and add one step. */
export type Send = RESTOptions['makeRequest'];
type RestAgent = NonNullable<RESTOptions['agent']>;

/** Limits the wait for an answer. Discord answers within a second or two, and 15 s is discord.js's default. */
export const ANSWER_DEADLINE_MS = 15_000;
/**
 * A backstop behind `limitAnswers`. It is long because discord.js's `timeout` includes Crier's own work and its waits
 * for the rate limiter.
 */
export const REST_TIMEOUT_MS = 10 * 60_000;
/** Limits the wait for a proxy's answer to CONNECT. */
const PROXY_CONNECT_MS = 10_000;
/** Limits the download of an attachment. Discord serves half a megabyte in well under a second. */
const ATTACHMENT_DEADLINE_MS = 10_000;

export interface SendParts {
  /** The proxy for Discord's REST API, or null for a direct connection. */
  readonly proxy: HttpProxy | null;
  readonly clock: DeadlineClock;
}

/** Sends through the agent of `createRestAgent`, within a deadline, and accepts only responses of Discord. */
export function sendToDiscord({ proxy, clock }: SendParts): Send {
  return limitAnswers(acceptOnlyDiscord(explainProxy(DefaultRestOptions.makeRequest, proxy)), clock);
}

/**
 * Reports a failed connection through the proxy as such.
 *
 * @throws ProxyFault instead of undici's error, which discord.js would treat as its own time-out
 */
function explainProxy(send: Send, proxy: HttpProxy | null): Send {
  if (proxy === null) return send;
  return async (url, init) => {
    try {
      return await send(url, init);
    } catch (error) {
      throw init.signal?.aborted ? error : (proxyFaultOf(error, proxy) ?? error);
    }
  };
}

/**
 * Accepts successes and 401s only from Discord, whose responses are JSON or empty (204). discord.js treats every
 * status below 400 as success, and every 401 as a rejected token, which stops Crier permanently.
 *
 * @throws NotDiscord
 */
function acceptOnlyDiscord(send: Send): Send {
  const [noContent, unauthorized] = [204, 401];
  return async (url, init) => {
    const response = await send(url, init);
    const { status, headers } = response;
    if (status === noContent || (status >= 400 && status !== unauthorized)) return response;
    const isJson = headers.get('content-type')?.includes('json') ?? false;
    if (isJson && (status < 300 || status === unauthorized)) return response;
    await response.text();
    throw new NotDiscord(status);
  };
}

/** Limits the wait for the head of each answer. discord.js treats the error as its own time-out. */
export function limitAnswers(send: Send, clock: DeadlineClock): Send {
  const reason = () => new DOMException(`no answer within ${ANSWER_DEADLINE_MS / 1_000} s`, 'AbortError');
  return (url, init) =>
    beforeDeadline({ ms: ANSWER_DEADLINE_MS, clock, signal: init.signal ?? undefined, reason }, (signal) =>
      send(url, { ...init, signal }),
    );
}

/** Answers to interactions do not count towards the bot's global rate limit. */
const UNCOUNTED_PATH = /\/(interactions|webhooks)\/\d+\//;

/** Waits for the global rate limiter before each request that counts towards the bot's limit. */
export function limitRequests(send: Send, rateLimiter: Pick<GlobalRateLimiter, 'pass'>): Send {
  return async (url, init) => {
    if (!UNCOUNTED_PATH.test(new URL(url).pathname)) await rateLimiter.pass(init.signal ?? undefined);
    return send(url, init);
  };
}

/** Counts responses by status (0 if there is none), and 429s by their scope as well. */
export function countRequests(send: Send, counts: Counts): Send {
  return async (url, init) => {
    let status = '0';
    try {
      const response = await send(url, init);
      status = String(response.status);
      if (response.status === 429) counts.add('rateLimits', response.headers.get('x-ratelimit-scope') ?? 'address');
      return response;
    } finally {
      counts.add('requests', status);
    }
  };
}

/** @returns Discord's error code in the JSON body of a response, or 0 if there is none */
export function codeIn(body: string): number {
  return Number(/"code"\s*:\s*(\d+)/.exec(body)?.[1] ?? 0);
}

interface ProxyAgentOptions {
  readonly uri: string;
  readonly token?: string;
  readonly clientFactory: (url: URL, options: object) => RestAgent;
}

/** The parts of discord.js's undici that Crier uses. */
interface Undici {
  readonly Agent: new () => RestAgent;
  readonly Pool: new (url: URL, options: object) => RestAgent;
  readonly ProxyAgent: new (options: ProxyAgentOptions) => RestAgent;
  readonly fetch: (url: string, options: { dispatcher: RestAgent; signal: AbortSignal }) => Promise<Response>;
}

/** Loads the undici version that discord.js depends on. */
export function loadDiscordUndici(): Undici {
  const discord = createRequire(import.meta.url).resolve('discord.js');
  const rest = createRequire(discord).resolve('@discordjs/rest');
  return createRequire(rest)('undici');
}

/**
 * Creates an HTTP agent for discord.js's REST client, with the undici version that discord.js depends on. The global
 * agent may come from the data service's newer undici, which rejects discord.js's multipart forms.
 *
 * @param proxy the proxy to Discord, or null for a direct connection
 */
export function createRestAgent(proxy: HttpProxy | null): RestAgent {
  const { Agent, Pool, ProxyAgent } = loadDiscordUndici();
  if (proxy === null) return new Agent();
  return new ProxyAgent({
    uri: proxy.origin,
    ...(proxy.authorization !== null && { token: proxy.authorization }),
    clientFactory: (url, options) => new Pool(url, { ...options, headersTimeout: PROXY_CONNECT_MS }),
  });
}

/**
 * Downloads a file that a user attached, as text.
 *
 * @param url Discord's address of the file
 * @param proxies the proxy settings, which may apply to this address
 * @throws Error if Discord does not serve the file within 10 s, or if it is larger than `mostBytes`
 */
export async function readAttachment(
  url: string,
  mostBytes: number,
  proxies: ProxySettings,
  clock: DeadlineClock,
): Promise<string> {
  const dispatcher = createRestAgent(chooseProxy(url, proxies));
  const download = async (signal: AbortSignal) => {
    const response = await loadDiscordUndici().fetch(url, { dispatcher, signal });
    if (!response.ok || response.body === null) throw new Error(`Discord refused the file (${response.status})`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > mostBytes) throw new Error(`The file is larger than ${mostBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  };
  try {
    return await beforeDeadline({ ms: ATTACHMENT_DEADLINE_MS, clock }, download);
  } finally {
    await dispatcher.destroy();
  }
}
