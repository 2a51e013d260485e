import type { Shop } from './shop.ts';

/** All shops as the service gave them at one moment. */
export interface Snapshot {
  /** Epoch ms when it was asked for, so that its age is never told too low. */
  readonly takenAt: number;
  /** In the service's order; an id may come twice, see `load`. */
  readonly shops: readonly Shop[];
  /** Broken records that are not among the shops; 0 unless told. */
  readonly setAside?: number;
  /** Of a saved snapshot: shops that it lacks, though it is doubted. */
  readonly missing?: readonly Shop[];
  /** A Crier before 0.4.0 saved it, which refused some records that are read today. False by default. */
  readonly isOfOlderReader?: boolean;
}

/** A shop of the market in place of the one read at `row` of `Snapshot.shops`. */
export interface FilledRow {
  readonly row: number;
  readonly shop: Shop;
}

/** Facts that the market knows beyond the records of a snapshot. They are saved next to the records. */
export interface SavedSnapshot {
  readonly takenAt: number;
  /**
   * Shops that differ from the records read: variants known from earlier snapshots, a first stock that is awaited.
   * Also the record that was chosen among several of one id, even if it does not differ.
   */
  readonly filled: readonly FilledRow[];
  /** Shops that the snapshot lacks, though it is doubted. */
  readonly missing: readonly Shop[];
}
