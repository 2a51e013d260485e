import type { Shop } from './shop.ts';

/** All shops as the service gave them at one moment. */
export interface Snapshot {
  /** Epoch ms when it was asked for, so that its age is never told too low. */
  readonly takenAt: number;
  readonly shops: readonly Shop[];
  /** Broken records that are not among the shops; 0 unless told. */
  readonly setAside?: number;
  /** Shops of the snapshot before that this one lacks, though it is doubted; none unless told. */
  readonly missing?: readonly Shop[];
}
