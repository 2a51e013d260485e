import type { Journal } from '../../../src/ports/journal.ts';
import type { Pauses } from '../../../src/ports/outbox.ts';

/**
 * A journal whose `reopen` stands for a restart. `upgradeAt` is the end of an earlier release that compared shops, in
 * epoch ms, and takes effect with `reopen`.
 */
export type OpenJournal = () => Promise<{
  journal: Journal;
  paused: Pauses;
  reopen(): Promise<Journal>;
  upgradeAt(at: number): Promise<void>;
}>;
