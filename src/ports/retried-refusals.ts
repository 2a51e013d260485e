import type { Target } from '../routing/notice.ts';
import type { RetriedRefusal } from '../routing/retried-refusal.ts';

/** Refusals of unknown kind that delivery retries, by target, kept through restarts. All reject with the store's error. */
export interface RetriedRefusals {
  /** @returns the refusal, or null if there is none, or if it was last put a week ago */
  of(target: Target): Promise<RetriedRefusal | null>;
  /** Saves or replaces a refusal; durable when it resolves. */
  put(target: Target, refusal: RetriedRefusal): Promise<void>;
  end(target: Target): Promise<void>;
}
