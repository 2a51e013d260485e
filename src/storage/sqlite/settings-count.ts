import { NotSaved } from '../../faults/not-saved.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { SettingsTally } from '../../ports/settings.ts';

export const KINDS = ['feeds', 'watches', 'people'] as const;
export type Kind = (typeof KINDS)[number];

/** What is logged where the journal does not take a count. */
export const NOT_COUNTED = 'How many settings there are could not be written down';

/**
 * How many settings there are, noted in the journal along with every write. The journal never knows of more than there are,
 * whatever a crash comes between: its count goes down before a record is removed, and up after one is there.
 */
export class SettingsCount {
  readonly #ids: Readonly<Record<Kind, Set<string>>>;
  readonly #journal: Pick<Journal, 'note'>;
  readonly #log: Log;

  constructor(ids: Readonly<Record<Kind, Set<string>>>, journal: Pick<Journal, 'note'>, log: Log) {
    this.#ids = ids;
    this.#journal = journal;
    this.#log = log;
  }

  get tally(): SettingsTally {
    const { feeds, watches, people } = this.#ids;
    return { feeds: feeds.size, watches: watches.size, people: people.size };
  }

  /** @throws what the writing throws */
  async put(kind: Kind, id: string, writing: Promise<void>): Promise<void> {
    await writing;
    if (this.#ids[kind].has(id)) return;
    this.#ids[kind].add(id);
    try {
      await this.#note(kind);
    } catch (error) {
      // It is saved all the same; a loss of it would not be noticed.
      this.#log.warn({ err: error }, NOT_COUNTED);
    }
  }

  /** @throws NotSaved where the count cannot be noted; what `write` throws */
  async remove(kind: Kind, id: string, write: () => Promise<void>): Promise<void> {
    const wasThere = this.#ids[kind].delete(id);
    try {
      if (wasThere) await this.#note(kind);
    } catch (error) {
      this.#ids[kind].add(id);
      throw new NotSaved(error);
    }
    try {
      await write();
    } catch (error) {
      if (wasThere) this.#ids[kind].add(id);
      throw error;
    }
  }

  #note(kind: Kind): Promise<void> {
    return this.#journal.note({ [`settings-${kind}`]: this.#ids[kind].size });
  }
}
