import type { Target } from '../routing/notice.ts';
import type { HeldLine } from './outbox.ts';

/** What a line keeps between two turns. */
export interface LineState {
  /** When the last sends were answered, oldest first; ms of this process's monotonic clock. */
  readonly answered: readonly number[];
  /** How often in a row Discord has not taken its message. */
  readonly failures: number;
  /** Its feeds, watches or quiet hours have changed: what they put off is judged anew. */
  readonly mustReschedule: boolean;
}

/**
 * With what a line is given back. `dueAt`: when it has something to do next, epoch ms; null: nothing waits. `waitMs`: for so long
 * Discord takes nothing there, whatever comes meanwhile.
 */
export interface LineRest extends LineState {
  readonly dueAt: number | null;
  readonly waitMs: number;
}

/** The turn at one target: nobody else has it before `release`, or before its holder was not heard of for ten seconds. */
export interface Line extends HeldLine {
  readonly state: LineState;
  /** How long it was ready before it was claimed, in ms. */
  readonly lateMs: number;
  /** For how long what came since the claim still gathers, in ms; 0: nothing came, it is quiet, or that is not known here. */
  gathersMs(): number;
  /** Whether it is ours for the next seconds, so that a message may leave. */
  isSure(): boolean;
  /** What came since the claim is looked at once more, after it has gathered. Does nothing to a line that is another's by now. */
  release(rest: LineRest): Promise<void>;
}

/** Who works at which target, and when: one at a time at each, over all processes. */
export interface Lines {
  /**
   * Notices were told for these. A store of several processes knows that from `Pen.record` and `Outbox.tell`; before the first
   * `claim` it is found there as well.
   */
  wake(targets: readonly Target[]): void;
  /**
   * Like `wake`, after their feeds, watches or quiet hours have changed. `isCured`: the reason for Discord's refusals
   * is gone, so that the wait before the next attempt ends.
   */
  reconsider(targets: readonly Target[], isCured?: boolean): Promise<void>;
  /**
   * Takes lines that have something due and have gathered it, at most so many: those of channels first, every fourth time those of
   * people; of each the longest due first. Waits for one until the signal aborts, and looks once where it has already. One at a
   * time may wait.
   */
  claim(most: number, signal: AbortSignal): Promise<readonly Line[]>;
}
