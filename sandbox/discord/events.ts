import { EventEmitter } from 'node:events';
import { systemClock } from '../../src/time/clock.ts';
import { Deadline } from '../../src/time/deadline.ts';
import type { Shard } from './gateway/shard.ts';
import type { Json } from './json.ts';
import type { RequestRecord } from './rest/request-record.ts';
import type { Emoji, Message } from './world/entities.ts';

/** An event on its way to the bot's gateway session. */
export interface Dispatch {
  readonly name: string;
  readonly data: Json;
  /** Bits of which a session must have asked for one; 0 goes to every session. */
  readonly intents: number;
}

export interface DiscordEvents {
  /** To the bot. */
  dispatch: [Dispatch];
  /** A message is there to be read (a deferred reply counts once it is filled). */
  message: [Message];
  messageEdit: [Message];
  messageDelete: [Message];
  /** A REST request has been answered, or cut. */
  request: [RequestRecord];
  /** A session became ready, resumed, or its connection closed. */
  gateway: [GatewayNotice];
  /** Commands were registered. */
  commands: [{ readonly guildId: string | null }];
  /** The application's emojis changed: all of them, as they are now. */
  emojis: [readonly Emoji[]];
  /** The client did what a correct client never does. */
  violation: [string];
}

export type GatewayNotice =
  | { readonly what: 'identified' | 'resumed'; readonly sessionId: string; readonly shard: Shard }
  | { readonly what: 'closed'; readonly code: number };

/** Limits the wait of a test for an event or a condition, so long that a busy machine is no failure. */
export const PATIENCE_MS = 100_000;

/** What happens in the local Discord, told to whoever looks. */
export class Events extends EventEmitter<DiscordEvents> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }

  /**
   * The next event of a name that the predicate accepts.
   * @throws Error naming what was waited for, when none came within `timeoutMs`
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
