import { EventEmitter } from 'node:events';
import { systemClock } from '../../src/time/clock.ts';
import { Deadline } from '../../src/time/deadline.ts';
import type { Shard } from './gateway/shard.ts';
import type { Json } from './json.ts';
import type { RequestRecord } from './rest/request-record.ts';
import type { Emoji, Message } from './world/entities.ts';

/** An event to dispatch to the bot's gateway session. */
export interface Dispatch {
  readonly name: string;
  readonly data: Json;
  /** Intent bits of which a session needs at least one to receive the event; 0 sends it to every session. */
  readonly intents: number;
}

export interface DiscordEvents {
  /** An event was dispatched to the bot. */
  dispatch: [Dispatch];
  /** A message became readable; a deferred reply counts once it is filled. */
  message: [Message];
  messageEdit: [Message];
  messageDelete: [Message];
  /** A REST request was answered or its connection cut. */
  request: [RequestRecord];
  /** A session became ready or resumed, or its connection closed. */
  gateway: [GatewayNotice];
  /** Commands were registered. */
  commands: [{ readonly guildId: string | null }];
  /** The application's emojis changed; carries all current emojis. */
  emojis: [readonly Emoji[]];
  /** The client did something that no correct client does. */
  violation: [string];
}

export type GatewayNotice =
  | { readonly what: 'identified' | 'resumed'; readonly sessionId: string; readonly shard: Shard }
  | { readonly what: 'closed'; readonly code: number };

/** Limits how long a test waits for an event or a condition (ms). It is long, so that a busy machine fails no test. */
export const PATIENCE_MS = 100_000;

/** Emits the events of the local Discord. */
export class Events extends EventEmitter<DiscordEvents> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }

  /**
   * Waits for the next event of a name that the predicate accepts.
   * @throws Error with the name of the event if none arrives within `timeoutMs`
   */
  async next<Name extends keyof DiscordEvents>(
    name: Name,
    accepts: (event: DiscordEvents[Name][0]) => boolean,
    timeoutMs: number,
  ): Promise<DiscordEvents[Name][0]> {
    const { promise, resolve, reject } = Promise.withResolvers<DiscordEvents[Name][0]>();
    const listener = (event: DiscordEvents[Name][0]): void => {
      try {
        if (accepts(event)) resolve(event);
      } catch (error) {
        reject(error);
      }
    };
    const deadline = new Deadline({ ms: timeoutMs, clock: systemClock });
    const giveUp = () => reject(new Error(`no ${name} as expected within ${timeoutMs} ms`));
    deadline.signal.addEventListener('abort', giveUp, { once: true });
    (this as EventEmitter).on(name, listener);
    try {
      return await promise;
    } finally {
      deadline.end();
      (this as EventEmitter).off(name, listener);
    }
  }
}
