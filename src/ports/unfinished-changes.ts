import type { KeptUndo, UndoStep } from './undos.ts';

/**
 * A change of a person's watches or quiet hours that is being saved. `id`: the person's snowflake. `back`: what takes it back.
 * `lastUndo`: the person's undo step before it; null: there was none.
 */
export interface UnfinishedChange {
  readonly id: string;
  readonly back: UndoStep;
  readonly lastUndo: KeptUndo | null;
}

/** Changes that a kill may cut short, one a person at most; written before a change begins, deleted when all of it is saved. */
export interface UnfinishedChanges {
  /** Survives kill -9 once it resolves; takes the place of the person's one before. @throws NotSaved */
  begin(change: UnfinishedChange): Promise<void>;
  /** @throws NotSaved */
  finish(userId: string): Promise<void>;
  /** In any order. */
  all(): Promise<readonly UnfinishedChange[]>;
}
