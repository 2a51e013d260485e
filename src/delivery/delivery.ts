import type { Target } from '../routing/notice.ts';
import { targetKey } from '../routing/target.ts';
import { Gate } from './global-rate-limit.ts';
import type { DeliveryParts } from './parts.ts';
import { Lane } from './target-queue.ts';

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
  lanes(): number;
}

export function createDelivery(parts: DeliveryParts): Delivery {
  const gate = new Gate(parts.clock);
  const lanes = new Map<string, { readonly lane: Lane; readonly done: Promise<void> }>();
  let state: 'new' | 'running' | 'stopped' = 'new';

  function laneOf(target: Target): Lane {
    const key = targetKey(target);
    const known = lanes.get(key);
    if (known !== undefined) return known.lane;
    const lane = new Lane(target, parts, gate, { left: () => lanes.delete(key), unauthorized: giveUp });
    lanes.set(key, { lane, done: lane.run() });
    return lane;
  }

  function end(): void {
    state = 'stopped';
    for (const { lane } of lanes.values()) lane.stop();
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
      if (state === 'running') for (const { target } of waiting) laneOf(target);
    },
    wake(targets) {
      if (state !== 'running') return;
      for (const target of targets) laneOf(target).wake();
    },
    reconsider(targets) {
      if (state !== 'running') return;
      for (const target of targets) laneOf(target).reconsider();
    },
    async stop(deadlineMs) {
      end();
      const late = new AbortController();
      const done = Promise.all([...lanes.values()].map((lane) => lane.done));
      await Promise.race([done, parts.clock.sleep(deadlineMs, late.signal)]);
      late.abort();
    },
    lanes: () => lanes.size,
  };
}
