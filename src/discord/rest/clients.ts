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
  /** The proxy to Discord's REST. Absent or null if it is reached directly. */
  readonly proxy?: HttpProxy | null;
}

/** Creates the REST client of what is asked before a gateway client exists. */
export function createRest(api: string, token: string, parts: RestParts): REST {
  const unswept = { hashSweepInterval: 0, handlerSweepInterval: 0 };
  return new REST({ ...botRestOptions(api, parts), ...unswept }).setToken(token);
}

/**
 * Options of the bot's REST clients. A request passes `repeatAnswers`, the global rate limiter and the hold of the
 * address, in this order, before it is sent.
 */
export function botRestOptions(api: string, parts: RestParts) {
  const proxy = parts.proxy ?? null;
  const send = parts.addressBan.guard(sendToDiscord({ proxy, clock: parts.clock }));
  const makeRequest = repeatAnswers(limitRequests(send, parts.rateLimiter), parts);
  return {
    api,
    agent: createRestAgent(proxy),
    timeout: REST_TIMEOUT_MS,
    rejectOnRateLimit: isThrown,
    makeRequest,
  };
}

/** The longest wait for an edit of an answer: later nobody looks at it. */
const LONGEST_EDIT_MS = 30_000;

/**
 * Whether discord.js throws a rate limit rather than waiting in silence:
 * - any limit before Crier is ready
 * - one without a time, which discord.js would retry fifty times a second
 * - one of edits of an old message (30046), for which the user would wait for minutes
 */
function isThrown({ method, route, retryAfter, global }: RateLimitData): boolean {
  const isEdit = method === 'PATCH' && route.startsWith('/webhooks/');
  if (isEdit && !global && retryAfter > LONGEST_EDIT_MS) return true;
  return retryAfter <= 0 || route.startsWith('/gateway') || route.startsWith('/applications');
}

/** The longest wait that discord.js makes by itself, before it sends, to stay below a known limit. */
const LONGEST_LOCAL_WAIT_MS = 6_000;

/** Waits for the global rate limiter, before one request. */
export type Pass = () => Promise<void>;

export interface AlertClientParts {
  readonly addressBan: Pick<AddressBan, 'guard'>;
  readonly clock: DeadlineClock;
  readonly signal: AbortSignal;
  /** The proxy to Discord's REST. Absent or null if it is reached directly. */
  readonly proxy?: HttpProxy | null;
}

/**
 * The REST client of alerts. It repeats nothing by itself: delivery decides that, so that one send is one POST and a
 * 429 holds up no other target. Rejects with the errors of discord.js.
 */
export class AlertClient {
  readonly #rest: REST;

  /**
   * @param api as `DISCORD_API_URL`
   * @param signal ends the client’s timers when it aborts; requests under way go on
   */
  constructor(api: string, token: string, { addressBan, clock, signal, proxy = null }: AlertClientParts) {
    const localWaits = new WeakSet<object>();
    const rejectOnRateLimit = (limit: RateLimitData) =>
      limit.global || !localWaits.has(limit) || limit.timeToReset > LONGEST_LOCAL_WAIT_MS;
    const makeRequest = addressBan.guard(sendToDiscord({ proxy, clock }));
    const options = { api, agent: createRestAgent(proxy), version: '10', retries: 0, timeout: REST_TIMEOUT_MS };
    this.#rest = new REST({ ...options, rejectOnRateLimit, makeRequest }).setToken(token);
    // Emitted for local waits alone, just before `rejectOnRateLimit` is called with the same limit.
    this.#rest.on('rateLimited', (limit) => void localWaits.add(limit));
    // The timers of the client would keep it in memory for as long as the process runs.
    const stop = () => {
      this.#rest.clearHashSweeper();
      this.#rest.clearHandlerSweeper();
    };
    signal.addEventListener('abort', stop, { once: true });
  }

  /** @returns the message's id */
  post(channelId: string, body: object, pass: Pass, files: readonly RawFile[] = []): Promise<string> {
    return this.#create(Routes.channelMessages(channelId), body, pass, files);
  }

  /** Publishes a message of an announcement channel to the channels that follow it. */
  async publish(channelId: string, messageId: string, pass: Pass): Promise<void> {
    await pass();
    await this.#rest.post(Routes.channelMessageCrosspost(channelId, messageId));
  }

  /** @returns the id of the channel of a person's direct messages */
  openDirect(userId: string, pass: Pass): Promise<string> {
    return this.#create(Routes.userChannels(), { recipient_id: userId }, pass, []);
  }

  async read(route: `/${string}`, pass: Pass): Promise<unknown> {
    await pass();
    return this.#rest.get(route);
  }

  async #create(route: `/${string}`, body: object, pass: Pass, files: readonly RawFile[]): Promise<string> {
    await pass();
    // With files discord.js sends a form, else JSON.
    const { id } = (await this.#rest.post(route, { body, files: [...files] })) as { id?: unknown };
    if (typeof id !== 'string') throw new NotDiscord(200);
    return id;
  }
}
