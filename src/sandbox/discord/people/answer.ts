import { once } from 'node:events';
import type { Clock } from '../clock.ts';
import { type Callback, firstAnswerMs, type Interaction } from '../interactions.ts';
import { type Json, jsonOf, jsonsOf } from '../json.ts';
import type { Message } from '../world/entities.ts';
import { Refusal } from './refusal.ts';

const deferred: readonly number[] = [5, 6];

/** How the bot answers one interaction, as the person sees it come. */
export class Answer {
  readonly interaction: Interaction;
  /** The first answer. Rejects when none came within 3 s: "The application did not respond". */
  readonly callback: Promise<Callback>;

  constructor(interaction: Interaction, clock: Clock) {
    this.interaction = interaction;
    const { promise, resolve, reject } = Promise.withResolvers<Callback>();
    const giveUp = clock.after(firstAnswerMs, () => reject(new Error('The application did not respond')));
    interaction.progress.once('callback', (callback) => {
      giveUp();
      resolve(callback);
    });
    promise.catch(() => {}); // who awaits `callback` or `reply` is told; who does not look need not crash
    this.callback = promise;
  }

  /**
   * The reply once it has something to say: at once, or when a deferred one is filled in. The message stays live.
   * @throws Error when the bot did not respond in time, or showed no message within `timeoutMs`
   */
  async reply(timeoutMs = 5_000): Promise<Message> {
    const callback = await this.callback;
    const { original, progress } = this.interaction;
    if (original && !original.loading && callback.type !== 6) return original;
    if (original && deferred.includes(callback.type)) return wait<Message>(progress, 'reply', timeoutMs);
    throw new Error(`answered with type ${callback.type}, which is no message`);
  }

  /** The next change of the reply from now on. */
  nextEdit(timeoutMs = 5_000): Promise<Message> {
    return wait<Message>(this.interaction.progress, 'reply', timeoutMs);
  }

  /** The first follow-up, or the one after those already here. */
  nextFollowUp(timeoutMs = 5_000): Promise<Message> {
    return wait<Message>(this.interaction.progress, 'followUp', timeoutMs);
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
    if (type !== 9) throw new Refusal(`answered with type ${type}, not with a modal`);
    return data;
  }

  /** The choices of an autocomplete. @throws Error when none came within 3 s */
  async choices(): Promise<Json[]> {
    return jsonsOf(jsonOf((await this.callback).data).choices);
  }
}

async function wait<Value>(
  progress: Interaction['progress'],
  name: 'reply' | 'followUp',
  timeoutMs: number,
): Promise<Value> {
  try {
    const [value] = await once(progress, name, { signal: AbortSignal.timeout(timeoutMs) });
    return value as Value;
  } catch (cause) {
    throw new Error(`no ${name} within ${timeoutMs} ms`, { cause });
  }
}
