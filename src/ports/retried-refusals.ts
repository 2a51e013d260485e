import type { Target } from '../routing/notice.ts';
import type { RetriedRefusal } from '../routing/retried-refusal.ts';

/**
 * Refusals of unknown kind that delivery retries, by target, kept through restarts. All reject with the store's error.
 */
export interface RetriedRefusals {
  /** @returns the refusal, or null if there is none, or if its time is over */
  of(target: Target): Promise<RetriedRefusal | null>;
  /** Saves or replaces a refusal for so long; durable when it resolves. */
  put(target: Target, refusal: RetriedRefusal, forMs: number): Promise<void>;
  end(target: Target): Promise<void>;
}
