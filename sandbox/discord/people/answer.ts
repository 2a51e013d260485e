import { once } from 'node:events';
import { systemClock } from '../../../src/time/clock.ts';
import { beforeDeadline } from '../../../src/time/deadline.ts';
import { PATIENCE_MS } from '../events.ts';
import type { Callback, Interaction } from '../interactions.ts';
import { type Json, jsonsOf } from '../json.ts';
import { callbackTypes } from '../numbers.ts';
import type { Message } from '../world/entities.ts';
import { Refusal } from './refusal.ts';

const names: Readonly<Record<number, string>> = {
  [callbackTypes.reply]: 'a reply',
  [callbackTypes.deferredReply]: 'a deferred reply',
  [callbackTypes.deferredUpdate]: 'a deferred update',
  [callbackTypes.update]: 'an update',
  [callbackTypes.choices]: 'choices',
  [callbackTypes.modal]: 'a modal',
};

/** The bot's responses to one interaction, as its user sees them. */
export class Answer {
  readonly interaction: Interaction;
  /** The first response. Rejects if none arrives within 3 s: "The application did not respond". */
  readonly callback: Promise<Callback>;
  #shown: Message | null = null;

  constructor(interaction: Interaction) {
    this.interaction = interaction;
    const { promise, resolve, reject } = Promise.withResolvers<Callback>();
    interaction.progress.once('late', () => reject(this.#error('The application did not respond')));
    interaction.progress.once('callback', resolve);
    interaction.progress.on('reply', (message) => {
      this.#shown = message;
    });
    promise.catch(() => {}); // avoids an unhandled rejection where nobody awaits `callback` or `reply`
    this.callback = promise;
  }

  /**
   * Waits until the reply has content: at once, or when a deferred one is filled in. The returned message stays live.
   * @throws Error if the bot did not respond in time, or sent no message within `timeoutMs`
   */
  async reply(timeoutMs = PATIENCE_MS): Promise<Message> {
    const { type } = await this.callback;
    if (type === callbackTypes.choices || type === callbackTypes.modal)
      throw this.#error(`Answered with ${names[type]}, which is no message`);
    return this.#shown ?? this.#next('reply', timeoutMs);
  }

  /**
   * Waits for the next edit of the reply.
   * @throws Error if none arrives in time
   */
  nextEdit(timeoutMs = PATIENCE_MS): Promise<Message> {
    return this.#next('reply', timeoutMs);
  }

  /**
   * Waits for the nth follow-up (from 1), which may exist already.
   * @throws Error if it does not arrive in time
   */
  async followUp(nth = 1, timeoutMs = PATIENCE_MS): Promise<Message> {
    for (;;) {
      const here = this.followUps[nth - 1];
      if (here) return here;
      await this.#next('followUp', timeoutMs);
    }
  }

  get followUps(): readonly Message[] {
    return this.interaction.followUps;
  }

  /** Returns whether only the user sees the reply. */
  get ephemeral(): boolean {
    return this.interaction.original?.onlyFor != null;
  }

  /**
   * Returns the opened modal.
   * @throws Refusal if the bot responded with something else
   */
  async modal(): Promise<Json> {
    const { type, data } = await this.callback;
    if (type !== callbackTypes.modal)
      throw new Refusal(`${this.interaction.act} was answered with ${names[type]}, not with a modal`);
    return data;
  }

  /**
   * Returns the choices of an autocomplete.
   * @throws Error if none arrive within 3 s
   */
  async choices(): Promise<Json[]> {
    return jsonsOf((await this.callback).data.choices);
  }

  async #next(name: 'reply' | 'followUp', timeoutMs: number): Promise<Message> {
    try {
      return await beforeDeadline({ ms: timeoutMs, clock: systemClock }, async (signal) => {
        const [message] = await once(this.interaction.progress, name, { signal });
        return message;
      });
    } catch (cause) {
      throw this.#error(`No ${name === 'reply' ? 'reply' : 'follow-up'} within ${timeoutMs} ms`, cause);
    }
  }

  #error(what: string, cause?: unknown): Error {
    const { act, refused } = this.interaction;
    const why = refused ? `; Discord refused ${JSON.stringify(refused.body())}` : '';
    return new Error(`${what} (${act})${why}`, { cause });
  }
}
