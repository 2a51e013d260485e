import { DefaultRestOptions, type RateLimitData, type RawFile, REST, Routes } from 'discord.js';
import type { HttpProxy } from '../proxy/choose-proxy.ts';
import type { DeadlineClock } from '../time/deadline.ts';
import type { AddressBan } from './address-ban.ts';
import { limitAnswers, REST_TIMEOUT_MS } from './answer-deadline.ts';
import { NotDiscord, onlyDiscords } from './discords-answers.ts';
import { createRestAgent, explainProxy } from './rest-agent.ts';

/** A wait that only keeps us under a limit, before anything is sent, is no answer of Discord's: so long it is just waited. */
const LONGEST_LOCAL_WAIT_MS = 6_000;

/** Waits until one request may leave, of all that the bot makes. */
export type Pass = () => Promise<void>;

export interface AlertClientParts {
  readonly addressBan: Pick<AddressBan, 'guard'>;
  readonly clock: DeadlineClock;
  readonly signal: AbortSignal;
  /** The proxy to Discord's REST. Absent or null if it is reached directly. */
  readonly proxy?: HttpProxy | null;
}

/**
 * The REST client of alerts. It repeats nothing by itself: delivery decides that, so that one send is one POST and a 429
 * holds up no other target. Rejects with the errors of discord.js.
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
    const send = explainProxy(DefaultRestOptions.makeRequest, proxy);
    const makeRequest = addressBan.guard(limitAnswers(onlyDiscords(send), clock));
    const options = { api, agent: createRestAgent(proxy), version: '10', retries: 0, timeout: REST_TIMEOUT_MS };
    this.#rest = new REST({ ...options, rejectOnRateLimit, makeRequest }).setToken(token);
    // Told just before `rejectOnRateLimit` is asked of the same limit, and for local waits alone.
    this.#rest.on('rateLimited', (limit) => void localWaits.add(limit));
    // Its timers would hold it, and all that it holds, for as long as the process runs.
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
