import type { Target } from '../routing/notice.ts';
import type { Pause } from './outbox.ts';

/** Targets that Discord refused for good. All but `note` reject with the store's error. */
export interface Pauses {
  /** Discord's JSON error code; null: the target is not paused. */
  codeOf(target: Target): Promise<number | null>;
  /** It counts from now on where that is asked in memory; whoever calls it writes it down next. */
  note(pause: Pause): void;
  pause(pause: Pause): Promise<void>;
  resume(target: Target): Promise<void>;
}
