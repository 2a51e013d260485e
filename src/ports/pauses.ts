import type { Target } from '../routing/notice.ts';
import type { Pause } from './outbox.ts';

/** Targets that Discord refused for good. All reject with the store's error. */
export interface Pauses {
  /** Discord's JSON error code; null: the target is not paused. */
  codeOf(target: Target): Promise<number | null>;
  pause(pause: Pause): Promise<void>;
  resume(target: Target): Promise<void>;
}
