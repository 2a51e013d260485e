import type { IngestWriter } from '../../src/ports/journal.ts';

/**
 * The part that the journal writes: everything, everything but the changes (writing them takes far longer than finding
 * them), or nothing.
 */
export type Journaling = 'all' | 'no changes' | 'nothing';

/** A journal that writes only the selected part. */
export class PartialJournal {
  journaling: Journaling = 'all';
  /** Notices passed to it so far. */
  notices = 0;

  /** @param journal its `record` is replaced, since other parts use it too */
  constructor(journal: IngestWriter) {
    const record = journal.record.bind(journal);
    journal.record = async (entry) => {
      this.notices += entry.notices.length;
      if (this.journaling !== 'nothing') await record(this.journaling === 'all' ? entry : { ...entry, changes: [] });
    };
  }
}
