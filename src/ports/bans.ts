import type { Ban } from './journal.ts';

/** The banned paintings as last heard. */
export interface BanSnapshot {
  readonly bans: readonly Ban[];
  /** Epoch ms of the last good answer. */
  readonly heardAt: number;
  /** Why the latest try failed, null: it did not. */
  readonly trouble: string | null;
}

export interface BanLookup {
  /** Asks the service if the list is older than a minute, for 2 s at most; null: never heard yet. */
  list(): Promise<BanSnapshot | null>;
  /** What is known without asking, for autocomplete. */
  known(): readonly Ban[];
}
