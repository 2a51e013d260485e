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

/** How the bot answers one interaction, as the person sees it come. */
export class Answer {
  readonly interaction: Interaction;
  /** The first answer. Rejects when none came within 3 s: "The application did not respond". */
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
    promise.catch(() => {}); // who awaits `callback` or `reply` is told; who does not look need not crash
    this.callback = promise;
  }

  /**
   * The reply once it has something to say: at once, or when a deferred one is filled in. The message stays live.
   * @throws Error when the bot did not respond in time, or showed no message within `timeoutMs`
   */
  async reply(timeoutMs = PATIENCE_MS): Promise<Message> {
    const { type } = await this.callback;
    if (type === callbackTypes.choices || type === callbackTypes.modal)
      throw this.#error(`Answered with ${names[type]}, which is no message`);
    return this.#shown ?? this.#next('reply', timeoutMs);
  }

  /** The next change of the reply from now on. @throws Error when none came in time */
  nextEdit(timeoutMs = PATIENCE_MS): Promise<Message> {
    return this.#next('reply', timeoutMs);
  }

  /** The nth follow-up (from 1), at once where it is there already. @throws Error when it did not come in time */
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

  /** Whether only the person sees the reply. */
  get ephemeral(): boolean {
    return this.interaction.original?.onlyFor != null;
  }

  /** The modal that opened. @throws Refusal when the answer was something else */
  async modal(): Promise<Json> {
    const { type, data } = await this.callback;
    if (type !== callbackTypes.modal)
      throw new Refusal(`${this.interaction.act} was answered with ${names[type]}, not with a modal`);
    return data;
  }

  /** The choices of an autocomplete. @throws Error when none came within 3 s */
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
