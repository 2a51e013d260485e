import { type RateLimitData, REST, Routes } from 'discord.js';
import type { Log } from '../ports/log.ts';
import { ADDRESS_BAN_MS } from './outcome.ts';
import { createRestAgent } from './rest-agent.ts';

/** A wait that only keeps us under a limit, before anything is sent, is no answer of Discord's: so long it is just waited. */
const LONGEST_LOCAL_WAIT_MS = 6_000;

/** Waits until one request may leave, of all that the bot makes. */
export type Pass = () => Promise<void>;

/**
 * The REST client of alerts. It repeats nothing by itself: delivery decides that, so that one send is one POST and a 429
 * holds up no other target. Rejects with the errors of discord.js.
 */
export class AlertClient {
  readonly #rest: REST;
  readonly #log: Log;
  readonly #now: () => number;
  #bannedUntil = 0;

  /** @param api as `DISCORD_API_URL` */
  constructor(api: string, token: string, log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
    const localWaits = new WeakSet<object>();
    const rejectOnRateLimit = (limit: RateLimitData) =>
      limit.global || !localWaits.has(limit) || limit.timeToReset > LONGEST_LOCAL_WAIT_MS;
    const options = { api, agent: createRestAgent(), version: '10', retries: 0, timeout: 15_000, rejectOnRateLimit };
    this.#rest = new REST(options).setToken(token);
    // Told just before `rejectOnRateLimit` is asked of the same limit, and for local waits alone.
    this.#rest.on('rateLimited', (limit) => void localWaits.add(limit));
    this.#rest.on('response', (_request, response) => this.#noteBan(response));
  }

  /** For how long Discord still refuses this address; 0 or less: it does not. */
  banLeftMs(): number {
    return this.#bannedUntil - this.#now();
  }

  /** @returns the message's id */
  post(channelId: string, body: object, pass: Pass): Promise<string> {
    return this.#create(Routes.channelMessages(channelId), body, pass);
  }

  /** @returns the id of the channel of a person's direct messages */
  openDirect(userId: string, pass: Pass): Promise<string> {
    return this.#create(Routes.userChannels(), { recipient_id: userId }, pass);
  }

  async #create(route: `/${string}`, body: object, pass: Pass): Promise<string> {
    await pass();
    const { id } = (await this.#rest.post(route, { body })) as { id: string };
    return id;
  }

  /** The page of a banned address is a 429, but not Discord's JSON. */
  #noteBan({ status, headers }: { readonly status: number; readonly headers: Pick<Headers, 'get'> }): void {
    const isPage = !(headers.get('content-type') ?? '').includes('json');
    if (status !== 429 || !isPage) return;
    const retryAfterMs = Number(headers.get('retry-after')) * 1000;
    this.#bannedUntil = this.#now() + (retryAfterMs > 0 ? retryAfterMs : ADDRESS_BAN_MS);
    this.#log.error({ until: this.#bannedUntil }, 'Discord refuses this address: nothing is sent until then');
  }
}
