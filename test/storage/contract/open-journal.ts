import type { Journal } from '../../../src/ports/journal.ts';
import type { Pauses } from '../../../src/ports/outbox.ts';

/**
 * A journal, `reopen`ed as after a restart. `upgradeAt`: the end of an earlier Crier, which wrote it and compared
 * shops, epoch ms; takes effect with `reopen`.
 */
export type OpenJournal = () => Promise<{
  journal: Journal;
  /** The pauses of the first journal's store. */
  paused: Pauses;
  reopen(): Promise<Journal>;
  upgradeAt(at: number): Promise<void>;
}>;
