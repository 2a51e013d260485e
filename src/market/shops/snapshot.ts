import type { Shop } from './shop.ts';

/** All shops as the service served them at one moment. */
export interface Snapshot {
  /** Epoch ms of the request, so that the reported age is never too low. */
  readonly takenAt: number;
  /** In the service's order; an id may occur twice, see `load`. */
  readonly shops: readonly Shop[];
  /** Number of invalid records left out of `shops`; 0 by default. */
  readonly quarantined?: number;
  /** Only in a saved and doubted snapshot: shops that it lacks, and that the market keeps until the next one. */
  readonly missing?: readonly Shop[];
  /**
   * Whether a Crier before 0.4.0 saved it, which rejected some records that are valid today. False by default.
   */
  readonly isOfOlderReader?: boolean;
}

/** A shop of the market that replaces the record at `row` of `Snapshot.shops`. */
export interface ReplacedRecord {
  readonly row: number;
  readonly shop: Shop;
}

/** Facts that the market knows beyond the records of a snapshot. They are saved next to the records. */
export interface SavedSnapshot {
  readonly takenAt: number;
  /**
   * Shops that differ from their records, because earlier snapshots show a variant that the record leaves open, or
   * because the shop waits for its first stock. Includes each shop whose id has several records, to save the choice.
   */
  readonly filled: readonly ReplacedRecord[];
  /** Shops that the snapshot lacks although it is doubted. */
  readonly missing: readonly Shop[];
}
