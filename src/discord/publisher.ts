import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import type { Notes } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';
import type { AlertClient, Pass } from './alert-client.ts';
import { notePublish, notePublishFull, notePublishRefused, readPublishing } from './command/publish-notes.ts';

export interface PublisherParts {
  readonly client: Pick<AlertClient, 'publish'>;
  readonly notes: Pick<Notes, 'note' | 'noted'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/**
 * Publishes posts of announcement channels, at most ten an hour of each. A post is published between its creation and
 * the note that it was delivered. A crash in between repeats both, and Discord answers the second with the same message
 * and "already crossposted". A post is never published twice; one whose request fails stays unpublished.
 */
export class Publisher {
  readonly #parts: PublisherParts;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** Never rejects: the post itself stands. */
  async publish(channelId: string, messageId: string, pass: Pass): Promise<void> {
    const { client, notes, clock, log } = this.#parts;
    try {
      const publishing = await readPublishing(channelId, notes, clock.now());
      if (publishing.fullUntil !== null) return;
      await notePublish(channelId, publishing, notes);
      await client.publish(channelId, messageId, pass);
      if (publishing.refused !== null) await notePublishRefused(channelId, 0, clock.now(), notes);
    } catch (error) {
      await this.#noteFailure(channelId, error).catch((err: unknown) => {
        log.warn({ err, channel: channelId }, 'Could not note that a post was not published');
      });
    }
  }

  async #noteFailure(channelId: string, error: unknown): Promise<void> {
    const { notes, clock, log } = this.#parts;
    if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.ThisMessageWasAlreadyCrossposted) return;
    const why = error instanceof Error ? error.message : String(error);
    log.info({ channel: channelId, why }, 'A post was not published');
    if (error instanceof RateLimitError && !error.global) {
      await notePublishFull(channelId, clock.now() + error.retryAfter, notes);
    }
    if (error instanceof DiscordAPIError && Number(error.code) > 0) {
      await notePublishRefused(channelId, Number(error.code), clock.now(), notes);
    }
  }
}
