import type { QuietHours } from '../routing/quiet.ts';
import type { Watch } from '../routing/watch.ts';

/** What takes a change of somebody's watches back: these are put, then those removed. `quiet`: their quiet hours are this again; absent: left alone. */
export interface UndoStep {
  readonly put: readonly Watch[];
  readonly remove: readonly string[];
  readonly quiet?: QuietHours | null;
}

/** A step as it is kept, with its key. */
export interface KeptUndo {
  readonly key: string;
  readonly step: UndoStep;
}

/** Everybody's last change, for ten minutes, through restarts. */
export interface Undos {
  /** Takes the place of the person's step before. A short key, safe in a custom id. */
  keep(userId: string, step: UndoStep): Promise<string>;
  /** The person's step; it stays. null: none. */
  last(userId: string): Promise<KeptUndo | null>;
  /** Puts a step that was taken, or whose place was taken, back where it was, for ten minutes anew; null: there was none. */
  restore(userId: string, kept: KeptUndo | null): Promise<void>;
  /** The person's step, once; with `key` only if it is still that one. null: none, or not that one. */
  take(userId: string, key?: string): Promise<KeptUndo | null>;
  forget(userId: string): Promise<void>;
}
