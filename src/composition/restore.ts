import { UNSEEN } from '../log/progress.ts';
import type { CurrentMarket } from '../pipeline/current-market.ts';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Service } from '../service/service.ts';
import type { SavedSnapshots } from '../service/shops/saved-snapshots.ts';
import { orAborted } from '../time/within.ts';
import type { CrierParts } from './parts.ts';

export interface RestoreParts {
  readonly current: Pick<CurrentMarket, 'restore'>;
  readonly service: Pick<Service, 'beginWith'>;
  readonly journal: Pick<Journal, 'snapshotAt' | 'purchases'>;
  readonly savedSnapshots: Pick<SavedSnapshots, 'clear' | 'latest' | 'load'>;
  readonly now: () => number;
  readonly log: Log;
  readonly progress: CrierParts['progress'];
}

/** The way to the market that a term begins with: gone once, while Crier logs in. */
export class Restore {
  readonly #parts: RestoreParts;
  readonly #over = Promise.withResolvers<void>();
  #isOver = false;
  #unreadAt: number | null = null;

  constructor(parts: RestoreParts) {
    this.#parts = parts;
  }

  /** False: the market of an earlier run may still come. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** When the last snapshot on disk was taken, epoch ms, if it could not be read: what has changed since nobody knows. null: it could. */
  get unreadAt(): number | null {
    return this.#unreadAt;
  }

  /** Resolves when it is over, however it ended. */
  over(): Promise<void> {
    return this.#over.promise;
  }

  /**
   * Shows the market of the last snapshot on disk that can be read, if there is one, less what was bought since.
   * @throws the journal's errors, and the signal's reason as soon as it aborts
   */
  async run(signal: AbortSignal): Promise<void> {
    try {
      const { progress = UNSEEN } = this.#parts;
      await orAborted(
        progress.during('Reading the shops of an earlier run', () => this.#restore(signal)),
        signal,
      );
    } finally {
      this.#isOver = true;
      this.#over.resolve();
    }
  }

  async #restore(signal: AbortSignal): Promise<void> {
    const { current, service, journal, savedSnapshots, now, log } = this.#parts;
    await savedSnapshots.clear();
    const savedAt = (await journal.snapshotAt()) ?? (await savedSnapshots.latest());
    const saved = savedAt === null ? null : await savedSnapshots.load(savedAt);
    if (signal.aborted) return;
    const isLast = saved?.takenAt === savedAt;
    if (!isLast) this.#unreadAt = savedAt;
    if (saved === null) return;
    await current.restore(saved, await journal.purchases(saved.takenAt), isLast);
    const { takenAt, shops } = saved;
    log.info(
      { shops: shops.length, ageSeconds: Math.round((now() - takenAt) / 1000) },
      'The shops of an earlier run are shown until the next list is in',
    );
    service.beginWith({ takenAt, records: shops.length });
  }
}
