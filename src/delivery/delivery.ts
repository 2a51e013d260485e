import type { Target } from '../routing/notice.ts';
import { targetKey } from '../routing/target.ts';
import { GlobalRateLimit } from './global-rate-limit.ts';
import type { DeliveryParts } from './parts.ts';
import { TargetQueue } from './target-queue.ts';

/** Brings notices from the outbox to Discord. */
export interface Delivery {
  /** Begins, once Discord is ready: first the messages that were sealed before the restart, unchanged. */
  start(): Promise<void>;
  /** New notices are written down for these targets; before `start` this does nothing, they are found then. */
  wake(targets: readonly Target[]): void;
  /** Like `wake`, after the feeds, watches or quiet hours of these targets have changed: what they put off is judged anew. */
  reconsider(targets: readonly Target[]): void;
  /** Finishes what is in flight, at most so long; all else stays in the journal for the next start. */
  stop(deadlineMs: number): Promise<void>;
  /** Targets that something waits for. */
  queues(): number;
}

export function createDelivery(parts: DeliveryParts): Delivery {
  const globalLimit = new GlobalRateLimit(parts.clock);
  const queues = new Map<string, { readonly queue: TargetQueue; readonly done: Promise<void> }>();
  let state: 'new' | 'running' | 'stopped' = 'new';

  function queueOf(target: Target): TargetQueue {
    const key = targetKey(target);
    const known = queues.get(key);
    if (known !== undefined) return known.queue;
    const queue = new TargetQueue(target, parts, globalLimit, { left: () => queues.delete(key), unauthorized: giveUp });
    queues.set(key, { queue, done: queue.run() });
    return queue;
  }

  function end(): void {
    state = 'stopped';
    for (const { queue } of queues.values()) queue.stop();
  }

  function giveUp(why: string): void {
    if (state === 'stopped') return;
    end();
    parts.log.error({ why }, 'Discord no longer accepts the token: nothing more is sent');
    parts.onUnauthorized(why);
  }

  return {
    async start() {
      if (state !== 'new') return;
      state = 'running';
      const waiting = await parts.journal.waitingTargets();
      if (state === 'running') for (const { target } of waiting) queueOf(target);
    },
    wake(targets) {
      if (state !== 'running') return;
      for (const target of targets) queueOf(target).wake();
    },
    reconsider(targets) {
      if (state !== 'running') return;
      for (const target of targets) queueOf(target).reconsider();
    },
    async stop(deadlineMs) {
      end();
      const late = new AbortController();
      const done = Promise.all([...queues.values()].map((queue) => queue.done));
      await Promise.race([done, parts.clock.sleep(deadlineMs, late.signal)]);
      late.abort();
    },
    queues: () => queues.size,
  };
}
