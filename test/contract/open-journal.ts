import type { Journal } from '../../src/ports/journal.ts';

/** A journal, `reopen`ed as after a restart. */
export type OpenJournal = () => Promise<{ journal: Journal; reopen(): Promise<Journal> }>;
