import { type RateLimitData, type RawFile, REST, Routes } from 'discord.js';
import type { GlobalRateLimiter } from '../../ports/delivery.ts';
import type { HttpProxy } from '../../proxy/proxy.ts';
import type { DeadlineClock } from '../../time/deadline.ts';
import { type RepeatParts, repeatAnswers } from '../interactions/repeat-answers.ts';
import type { AddressBan } from './address-ban.ts';
import { NotDiscord } from './faults.ts';
import { createRestAgent, limitRequests, REST_TIMEOUT_MS, sendToDiscord } from './send.ts';

export interface RestParts extends RepeatParts {
  readonly rateLimiter: Pick<GlobalRateLimiter, 'pass'>;
  readonly addressBan: Pick<AddressBan, 'guard'>;
  /** The proxy for Discord's REST API. Absent or null for a direct connection. */
  readonly proxy?: HttpProxy | null;
}

/** Creates the REST client for requests before a gateway client exists. */
export function createRest(api: string, token: string, parts: RestParts): REST {
  const unswept = { hashSweepInterval: 0, handlerSweepInterval: 0 };
  return new REST({ ...botRestOptions(api, parts), ...unswept }).setToken(token);
}

/**
 * Returns the options of the bot's REST clients. A request passes `repeatAnswers`, the global rate limiter and the
 * address ban's guard, in this order, before it is sent.
 */
export function botRestOptions(api: string, parts: RestParts) {
  const proxy = parts.proxy ?? null;
  const send = parts.addressBan.guard(sendToDiscord({ proxy, clock: parts.clock }));
  const makeRequest = repeatAnswers(limitRequests(send, parts.rateLimiter), parts);
  return {
    api,
    agent: createRestAgent(proxy),
    timeout: REST_TIMEOUT_MS,
    rejectOnRateLimit: isThrownLimit,
    makeRequest,
  };
}

/** Limits the wait for an edit of an answer. Nobody looks at the answer later. */
const LONGEST_EDIT_WAIT_MS = 30_000;

/**
 * Returns whether discord.js throws a rate limit instead of waiting without a log line:
 * - any limit before Crier is ready
 * - a limit without a time, which discord.js would retry fifty times a second
 * - the limit for edits of an old message (30046), for which the user would wait for minutes
 */
function isThrownLimit({ method, route, retryAfter, global }: RateLimitData): boolean {
  const isEdit = method === 'PATCH' && route.startsWith('/webhooks/');
  if (isEdit && !global && retryAfter > LONGEST_EDIT_WAIT_MS) return true;
  return retryAfter <= 0 || route.startsWith('/gateway') || route.startsWith('/applications');
}

/** Limits discord.js's own waits before it sends, which keep a request below a known limit. */
const LONGEST_LOCAL_WAIT_MS = 6_000;

/** Waits for the global rate limiter. Called before each request. */
export type PassRateLimiter = () => Promise<void>;

export interface AlertClientParts {
  readonly addressBan: Pick<AddressBan, 'guard'>;
  readonly clock: DeadlineClock;
  readonly signal: AbortSignal;
  /** The proxy for Discord's REST API. Absent or null for a direct connection. */
  readonly proxy?: HttpProxy | null;
}

/**
 * The REST client of alerts. One call is one POST, because delivery decides about retries and a 429 must not delay
 * other targets. Rejects with the errors of discord.js.
 */
export class AlertClient {
  readonly #rest: REST;

  /**
   * @param api the value of `DISCORD_API_URL`
   * @param signal its abort stops the client’s timers; requests in flight continue
   */
  constructor(api: string, token: string, { addressBan, clock, signal, proxy = null }: AlertClientParts) {
    const localWaits = new WeakSet<object>();
    const rejectOnRateLimit = (limit: RateLimitData) =>
      limit.global || !localWaits.has(limit) || limit.timeToReset > LONGEST_LOCAL_WAIT_MS;
    const makeRequest = addressBan.guard(sendToDiscord({ proxy, clock }));
    const options = { api, agent: createRestAgent(proxy), version: '10', retries: 0, timeout: REST_TIMEOUT_MS };
    this.#rest = new REST({ ...options, rejectOnRateLimit, makeRequest }).setToken(token);
    // discord.js emits this only for its own waits, just before it calls `rejectOnRateLimit` with the same limit.
    this.#rest.on('rateLimited', (limit) => void localWaits.add(limit));
    // Running timers would keep the client in memory until the process ends.
    const stop = () => {
      this.#rest.clearHashSweeper();
      this.#rest.clearHandlerSweeper();
    };
    signal.addEventListener('abort', stop, { once: true });
  }

  /** @returns the message's id */
  post(channelId: string, body: object, pass: PassRateLimiter, files: readonly RawFile[] = []): Promise<string> {
    return this.#create(Routes.channelMessages(channelId), body, pass, files);
  }

  /** Publishes a message of an announcement channel to its follower channels. */
  async publish(channelId: string, messageId: string, pass: PassRateLimiter): Promise<void> {
    await pass();
    await this.#rest.post(Routes.channelMessageCrosspost(channelId, messageId));
  }

  /** @returns the id of the user's direct message channel */
  openDirect(userId: string, pass: PassRateLimiter): Promise<string> {
    return this.#create(Routes.userChannels(), { recipient_id: userId }, pass, []);
  }

  async read(route: `/${string}`, pass: PassRateLimiter): Promise<unknown> {
    await pass();
    return this.#rest.get(route);
  }

  async #create(route: `/${string}`, body: object, pass: PassRateLimiter, files: readonly RawFile[]): Promise<string> {
    await pass();
    // discord.js sends a multipart form if there are files, and JSON otherwise.
    const { id } = (await this.#rest.post(route, { body, files: [...files] })) as { id?: unknown };
    if (typeof id !== 'string') throw new NotDiscord(200);
    return id;
  }
}
