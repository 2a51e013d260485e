import type { Config } from '../config.ts';
import type { Logger } from '../log/logger.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';

/** What Crier is built from. A test hands in its own clock, randomness and log. */
export interface CrierParts {
  readonly config: Config;
  /** Open, its token not refused before; Crier closes it. */
  readonly store: Store;
  /** What the paths of saved snapshots begin with (see `StoreLocation`). */
  readonly stem: string;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly log: Logger;
}
