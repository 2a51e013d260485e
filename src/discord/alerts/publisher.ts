import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import type { GlobalRateLimiter } from '../../ports/delivery.ts';
import type { Checkpoints } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { Backoff, retry } from '../../time/retry.ts';
import {
  NO_ERROR_CODE,
  notePublish,
  notePublishFull,
  notePublishRefused,
  type Publishing,
  readPublishing,
} from '../command/channel-notes.ts';
import type { AlertClient } from '../rest/clients.ts';
import { outcomeOf } from '../rest/faults.ts';

/**
 * Limits the time in which a publish delays the channel's next message. It is longer than a short outage of Discord.
 */
const PUBLISH_DEADLINE_MS = 10_000;
const MOST_PUBLISH_ATTEMPTS = 4;
const PUBLISH_BACKOFF = new Backoff({ firstMs: 1_000, capMs: 4_000, jitter: 0 });

export interface PublisherParts {
  readonly client: Pick<AlertClient, 'publish'>;
  readonly rateLimiter: Pick<GlobalRateLimiter, 'pass'>;
  readonly checkpoints: Pick<Checkpoints, 'saveNumbers' | 'savedNumber'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Log;
  /** Aborts when Crier stops. */
  readonly signal: AbortSignal;
}

/**
 * Publishes posts of announcement channels, at most ten an hour in each. A post is published after its delivery was
 * saved, so that a wait or a crash here cannot send it twice. A post that cannot be published in time stays unpublished
 * and a checkpoint records it. Requests are idempotent, because Discord answers a second one with "already
 * crossposted".
 */
export class Publisher {
  readonly #parts: PublisherParts;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** Publishes a post. Never rejects, because the post itself was delivered. */
  async publish(channelId: string, messageId: string): Promise<void> {
    const { checkpoints, clock, log, signal } = this.#parts;
    const ended = new AbortController();
    const late = new AbortController();
    void clock.sleep(PUBLISH_DEADLINE_MS, ended.signal).then(() => late.abort(new Error('Not published in time')));
    try {
      const publishing = await readPublishing(channelId, checkpoints, clock.now());
      if (publishing.fullUntil !== null) return;
      await this.#request(channelId, messageId, publishing, AbortSignal.any([late.signal, signal]));
      if (publishing.refused !== null) await notePublishRefused(channelId, 0, clock.now(), checkpoints);
    } catch (error) {
      await this.#noteFailure(channelId, error).catch((err: unknown) => {
        log.warn({ err, channel: channelId }, 'Could not save a publish failure');
      });
    } finally {
      ended.abort();
    }
  }

  async #request(channelId: string, messageId: string, publishing: Publishing, signal: AbortSignal): Promise<void> {
    const { client, rateLimiter, checkpoints, clock } = this.#parts;
    const request = async (attempt: number) => {
      const pass = async () => {
        await rateLimiter.pass(signal);
        signal.throwIfAborted();
        if (attempt === 1) await notePublish(channelId, publishing, checkpoints);
      };
      try {
        await client.publish(channelId, messageId, pass);
      } catch (error) {
        if (!isAlreadyPublished(error)) throw error;
      }
    };
    await retry(request, {
      clock,
      signal,
      backoff: PUBLISH_BACKOFF,
      mostAttempts: MOST_PUBLISH_ATTEMPTS,
      isRetryable: isTransient,
    });
  }

  async #noteFailure(channelId: string, error: unknown): Promise<void> {
    const { checkpoints, clock, log, signal } = this.#parts;
    const why = error instanceof Error ? error.message : String(error);
    log.info({ channel: channelId, why }, 'Alert not published to the channels that follow its announcement channel');
    if (signal.aborted) return;
    if (error instanceof RateLimitError) {
      if (!error.global) await notePublishFull(channelId, clock.now() + error.retryAfter, checkpoints);
      return;
    }
    const code = error instanceof DiscordAPIError && Number(error.code) > 0 ? Number(error.code) : NO_ERROR_CODE;
    await notePublishRefused(channelId, code, clock.now(), checkpoints);
  }
}

function isAlreadyPublished(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.ThisMessageWasAlreadyCrossposted;
}

/** Returns whether the request may succeed soon, as after a 5xx, a time-out or a cut connection. */
function isTransient(error: unknown): boolean {
  return !(error instanceof RateLimitError) && outcomeOf(error, 'channel').kind === 'retry';
}
