import type { Config } from '../config.ts';
import type { Logger } from '../log/logger.ts';
import type { Progress } from '../log/progress.ts';
import type { Served } from '../monitor/server.ts';
import type { Clock } from '../time/clock.ts';
import type { StorePorts } from './store-ports.ts';

/** The parts that Crier is built from. A test hands in its own clock, randomness and log. */
export interface CrierParts {
  readonly config: Config;
  /** Opens what the store holds, whose token was not refused before; Crier closes it. */
  readonly open: () => Promise<StorePorts>;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly log: Logger;
  /** Where machines are told of it, and are told that it starts; absent: nowhere. */
  readonly served?: Served;
  /** The recording to make of the service's traffic. Absent if nothing is recorded. */
  readonly record?: RecordOptions;
  /** Says how long what takes long takes; absent: nobody looks on. */
  readonly progress?: Pick<Progress, 'during'>;
}

/** A recording that the operator asked for with `--record`. */
export interface RecordOptions {
  readonly folder: string;
  /** False leaves out the pixels of paintings. */
  readonly pixels: boolean;
}
