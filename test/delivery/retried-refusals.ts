import type { RetriedRefusals } from '../../src/ports/outbox.ts';
import { targetKey } from '../../src/routing/notice.ts';
import type { RetriedRefusal } from '../../src/routing/retried-refusal.ts';

/** Keeps retried refusals in memory. */
export function retriedRefusals(kept = new Map<string, RetriedRefusal>()): RetriedRefusals {
  return {
    of: async (target) => kept.get(targetKey(target)) ?? null,
    put: async (target, refusal) => void kept.set(targetKey(target), refusal),
    end: async (target) => void kept.delete(targetKey(target)),
  };
}
