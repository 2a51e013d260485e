import type { Shop } from './shop.ts';

/** All shops as the service gave them at one moment. */
export interface Snapshot {
  /** Epoch ms when it was asked for, so that its age is never told too low. */
  readonly takenAt: number;
  /** In the service's order; an id may come twice, see `load`. */
  readonly shops: readonly Shop[];
  /** Broken records that are not among the shops; 0 unless told. */
  readonly setAside?: number;
  /** Shops of the snapshot before that this one lacks, though it is doubted; none unless told. */
  readonly missing?: readonly Shop[];
  /** A Crier before 0.4.0 saved it, which refused some records that are read today. False by default. */
  readonly isOfOlderReader?: boolean;
  /** What is otherwise than in the snapshot before; absent: not known. */
  readonly since?: SinceBefore;
  /** The market is made anew of all shops, and compared with what `since` makes of the one before. False unless told. */
  readonly isCheck?: boolean;
  /** All records are saved with it, though `since` says which are fresh: else only these. False unless told. */
  readonly isSavedWhole?: boolean;
}

/**
 * How a snapshot differs from the one taken `before` (its `takenAt`), record by record. A shop that has changed is in both lists,
 * as it was and as it is; all other shops are the same objects in both snapshots.
 */
export interface SinceBefore {
  readonly before: number;
  /** Shops of records that the one before did not have so, in the service's order. */
  readonly fresh: readonly Shop[];
  /** Shops of records that did not come again. */
  readonly gone: readonly Shop[];
}

/**
 * What is saved of a snapshot beside its records, all or the fresh ones. Its market is the saved one of `before` (null: none), overlaid with
 * those records in their order and then with `filled`, less `gone`.
 */
export interface SavedSnapshot {
  readonly takenAt: number;
  readonly before: number | null;
  /** Shops that are otherwise in the market than that overlay has them: variants known from earlier snapshots. */
  readonly filled: readonly Shop[];
  /** Ids of the market before that this one has not. */
  readonly gone: readonly number[];
  /** Shops that the snapshot lacks, though it is doubted. */
  readonly missing: readonly Shop[];
}
