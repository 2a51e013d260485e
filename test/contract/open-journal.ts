import type { Journal } from '../../src/ports/journal.ts';

/** A journal, `reopen`ed as after a restart. `upgradeAt`: an earlier Crier wrote it, and compared shops, until then, epoch ms; takes effect with `reopen`. */
export type OpenJournal = () => Promise<{
  journal: Journal;
  reopen(): Promise<Journal>;
  upgradeAt(at: number): Promise<void>;
}>;
