import { RESTJSONErrorCodes, type ResponseLike } from 'discord.js';
import type { SendHolds } from '../../ports/discord-limits.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { DAY_MS } from '../../time/durations.ts';
import { Backoff } from '../../time/retry.ts';
import { AddressBanned } from './faults.ts';
import { codeIn, type Send } from './send.ts';

/** Hold after the page of a banned address without Retry-After. */
const DEFAULT_BAN_MS = 10 * 60_000;
/** Limits a hold, so that neither a wrong Retry-After nor a saved hold silences Crier for longer than a day. */
const LONGEST_ADDRESS_HOLD_MS = DAY_MS;
/**
 * Holds after a 40333. The first is shorter than the three seconds in which an interaction must be answered, and a
 * minute at most notices the end of an outage soon enough.
 */
const NETWORK_BACKOFF = new Backoff({ firstMs: 1_000, capMs: 60_000, jitter: 0 });

/** Limits the refused requests kept in memory. A hundred routes are enough to notice the end of a fault. */
const MOST_REFUSED_REQUESTS = 100;
/** Time without a refusal after which the fault counts as over, even if no refused request was repeated. */
const FAULT_OVER_AFTER_MS = 10 * 60_000;

/**
 * - `ban`: Discord sent the page of a banned address
 * - `network`: code 40333, a fault of the network in front of Discord
 */
type Reason = 'ban' | 'network';

export interface AddressBanParts {
  readonly holds: SendHolds;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Log;
}

/**
 * Holds the requests of all REST clients while Discord refuses this machine's address, with a 429 that is not JSON or
 * with code 40333. Each request during a ban lengthens it, so a hold survives restarts.
 */
export class AddressBan {
  readonly #parts: AddressBanParts;
  /** End of the hold (monotonic ms). */
  #until: number;
  #reason: Reason = 'ban';
  /** Start of the first hold since a request passed (monotonic ms), or null while requests pass. */
  #heldSince: number | null = null;
  #networkFailures = 0;
  /** Requests refused since `#heldSince`. Only their success ends the fault, because some routes pass throughout. */
  readonly #refused = new Set<string>();

  private constructor(parts: AddressBanParts, leftMs: number) {
    const { clock, log } = parts;
    this.#parts = parts;
    this.#until = clock.monotonic() + leftMs;
    if (leftMs <= 0) return;
    this.#heldSince = clock.monotonic();
    log.warn({ until: clock.now() + leftMs }, 'Requests held: Discord refused this address before the restart');
  }

  /** Loads the hold that an earlier run saved. */
  static async open(parts: AddressBanParts): Promise<AddressBan> {
    const { holds, clock } = parts;
    const leftMs = ((await holds.until('address')) ?? 0) - clock.now();
    return new AddressBan(parts, Math.min(leftMs, LONGEST_ADDRESS_HOLD_MS));
  }

  /**
   * Wraps `send`: a request during a hold is not sent.
   *
   * @throws AddressBanned during a hold, and if Discord refuses the address
   */
  guard(send: Send): Send {
    return async (url, init) => {
      const leftMs = this.#leftMs();
      if (leftMs > 0) throw new AddressBanned(leftMs);
      const request = `${init.method} ${new URL(url).pathname}`;
      const sentAt = this.#parts.clock.monotonic();
      const response = await send(url, init);
      if (response.status === 429 && !isJson(response)) {
        await response.text();
        await this.#hold('ban', retryAfterMs(response));
        throw new AddressBanned(this.#leftMs());
      }
      if (response.status !== 403) {
        this.#notePassed(response, request, sentAt);
        return response;
      }
      const text = await response.text();
      if (codeIn(text) === RESTJSONErrorCodes.CloudflareIsBlockingYourRequest) {
        await this.#holdNetwork();
        if (this.#refused.size < MOST_REFUSED_REQUESTS) this.#refused.add(request);
        throw new AddressBanned(Math.max(this.#leftMs(), 0));
      }
      this.#notePassed(response, request, sentAt);
      return new Response(text, response);
    };
  }

  #leftMs(): number {
    return this.#until - this.#parts.clock.monotonic();
  }

  /** A request that was in flight when the hold began does not lengthen it. */
  async #holdNetwork(): Promise<void> {
    if (this.#leftMs() > 0) return;
    const holdMs = NETWORK_BACKOFF.after(this.#networkFailures).waitMs(0);
    this.#networkFailures += 1;
    await this.#hold('network', holdMs);
  }

  async #hold(reason: Reason, holdMs: number): Promise<void> {
    const { holds, clock, log } = this.#parts;
    const isNew = this.#leftMs() <= 0 || this.#reason !== 'ban';
    if (isNew) this.#reason = reason;
    this.#until = Math.max(this.#until, clock.monotonic() + holdMs);
    const leftMs = this.#leftMs();
    const until = clock.now() + leftMs;
    if (isNew && reason === 'ban') log.error({ until }, 'Requests held: Discord refuses this address');
    if (this.#heldSince === null && reason === 'network')
      log.warn({ until }, 'Requests held: Discord’s network refuses this address (40333)');
    this.#heldSince ??= clock.monotonic();
    try {
      await holds.keep('address', until, leftMs);
    } catch (error) {
      log.error({ err: error }, 'Could not save that requests are held: a restart would send one more');
    }
  }

  /**
   * A hold ends with the first request that was sent after it and that Discord answered. The fault ends when a request
   * that was refused before passes.
   */
  #notePassed(response: ResponseLike, request: string, sentAt: number): void {
    if (this.#heldSince === null || sentAt < this.#until) return;
    if (response.status >= 500 || !(response.status === 204 || isJson(response))) return;
    const now = this.#parts.clock.monotonic();
    const isOver = this.#refused.size === 0 || this.#refused.has(request) || now - this.#until > FAULT_OVER_AFTER_MS;
    if (!isOver) return;
    this.#networkFailures = 0;
    const heldSeconds = Math.round((now - this.#heldSince) / 1_000);
    this.#heldSince = null;
    this.#refused.clear();
    this.#parts.log.info({ heldSeconds }, 'Requests resumed: Discord accepts this address again');
  }
}

function retryAfterMs({ headers }: ResponseLike): number {
  const ms = Number(headers.get('retry-after')) * 1_000;
  return Math.min(ms > 0 ? ms : DEFAULT_BAN_MS, LONGEST_ADDRESS_HOLD_MS);
}

function isJson({ headers }: ResponseLike): boolean {
  return headers.get('content-type')?.includes('json') ?? false;
}
