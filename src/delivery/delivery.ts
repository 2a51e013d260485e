import type { Target } from '../routing/notice.ts';
import { targetKey } from '../routing/target.ts';
import { within } from '../time/within.ts';
import { GlobalRateLimit } from './global-rate-limit.ts';
import type { DeliveryParts } from './parts.ts';
import { TargetQueue } from './target-queue.ts';

/** Brings notices from the outbox to Discord. */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #globalLimit: GlobalRateLimit;
  readonly #queues = new Map<string, { readonly queue: TargetQueue; readonly done: Promise<void> }>();
  #state: 'new' | 'running' | 'stopped' = 'new';

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#globalLimit = new GlobalRateLimit(parts.clock);
  }

  /** Begins, once Discord is ready: first the messages that were sealed before the restart, unchanged. */
  async start(): Promise<void> {
    if (this.#state !== 'new') return;
    this.#state = 'running';
    const waiting = await this.#parts.journal.waitingTargets();
    if (this.#isRunning()) for (const { target } of waiting) this.#queueOf(target);
  }

  /** New notices are written down for these targets; before `start` this does nothing, they are found then. */
  wake(targets: readonly Target[]): void {
    if (this.#isRunning()) for (const target of targets) this.#queueOf(target).wake();
  }

  /** Like `wake`, after the feeds, watches or quiet hours of these targets have changed: what they put off is judged anew. */
  reconsider(targets: readonly Target[]): void {
    if (this.#isRunning()) for (const target of targets) this.#queueOf(target).reconsider();
  }

  /** Finishes what is in flight, at most so long; all else stays in the journal for the next start. */
  async stop(deadlineMs: number): Promise<void> {
    this.#end();
    const done = Promise.all([...this.#queues.values()].map((queue) => queue.done));
    await within(deadlineMs, done, this.#parts.clock);
  }

  /** Targets that something waits for. */
  queues(): number {
    return this.#queues.size;
  }

  #isRunning(): boolean {
    return this.#state === 'running';
  }

  #queueOf(target: Target): TargetQueue {
    const key = targetKey(target);
    const known = this.#queues.get(key);
    if (known !== undefined) return known.queue;
    const queue = new TargetQueue(target, this.#parts, this.#globalLimit, {
      left: () => this.#queues.delete(key),
      unauthorized: (why) => this.#giveUp(why),
    });
    this.#queues.set(key, { queue, done: queue.run() });
    return queue;
  }

  #end(): void {
    this.#state = 'stopped';
    for (const { queue } of this.#queues.values()) queue.stop();
  }

  #giveUp(why: string): void {
    if (this.#state === 'stopped') return;
    this.#end();
    this.#parts.log.error({ why }, 'Discord no longer accepts the token: nothing more is sent');
    this.#parts.onUnauthorized(why);
  }
}
