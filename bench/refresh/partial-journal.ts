import type { IngestWriter } from '../../src/ports/journal.ts';

/** What the journal writes down: all, all but the changes themselves (which take far longer than to find them), or nothing. */
export type Journaling = 'all' | 'no changes' | 'nothing';

/** A journal that writes down what it is told to. */
export class PartialJournal {
  journaling: Journaling = 'all';
  /** That it was handed so far. */
  notices = 0;

  /** @param journal is used by others too: its `record` is replaced */
  constructor(journal: IngestWriter) {
    const record = journal.record.bind(journal);
    journal.record = async (entry) => {
      this.notices += entry.notices.length;
      if (this.journaling !== 'nothing') await record(this.journaling === 'all' ? entry : { ...entry, changes: [] });
    };
  }
}
