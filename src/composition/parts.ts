import type { Config } from '../config.ts';
import type { Logger } from '../log/logger.ts';
import type { Progress } from '../log/terminal.ts';
import type { Served } from '../monitor/server.ts';
import type { GlobalRateLimiter, TargetLeases } from '../ports/delivery.ts';
import type { RefusedToken, SendHolds } from '../ports/discord-limits.ts';
import type { FleetState, Identifies, Leadership, ShardBlocks } from '../ports/fleet.ts';
import type { KeptStockEvidence, SharedJournal, WrittenEvents } from '../ports/journal.ts';
import type { Pauses, RetriedRefusals } from '../ports/outbox.ts';
import type { LandmarkStore } from '../ports/places.ts';
import type { Addresses, Queries } from '../ports/queries.ts';
import type { Router } from '../ports/router.ts';
import type {
  FeedUndos,
  Settings,
  SettingsLack,
  SettingsTransactions,
  Subscriptions,
  Undos,
} from '../ports/settings.ts';
import type { StoredSnapshots } from '../ports/snapshots.ts';
import type { Clock } from '../time/clock.ts';

/** The parts from which Crier is built. A test passes its own clock, randomness and log. */
export interface CrierParts {
  readonly config: Config;
  /** Opens the store's ports. Crier closes them. */
  readonly open: () => Promise<StorePorts>;
  /** Runs store access of the start, which must be idempotent. While the store is unreachable, retries for a minute. */
  readonly whenReachable: <T>(work: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly log: Logger;
  /** The monitoring server, which already reports the start. Absent if HTTP_PORT is unset. */
  readonly served?: Served;
  /** The recording to make of the service's traffic. Absent if nothing is recorded. */
  readonly record?: RecordOptions;
  /** Shows the progress of long work. Absent if nobody watches. */
  readonly progress?: Pick<Progress, 'during'>;
}

/** A recording that the operator asked for with `--record`. */
export interface RecordOptions {
  readonly folder: string;
  /** False omits the pixels of paintings. */
  readonly pixels: boolean;
}

/** The ports of an open store: everything that it holds, and the leadership that decides which process ingests. */
export interface StorePorts {
  readonly journal: SharedJournal;
  readonly subscriptions: Subscriptions;
  readonly router: Router;
  /** A write also updates `subscriptions`. */
  readonly settings: Settings;
  readonly settingsLack: () => SettingsLack | null;
  readonly transactions: SettingsTransactions;
  readonly paused: Pauses;
  readonly queries: Queries;
  readonly addresses: Addresses;
  readonly undos: Undos;
  readonly feedUndos: FeedUndos;
  readonly refusedToken: RefusedToken;
  readonly retriedRefusals: RetriedRefusals;
  readonly sendHolds: SendHolds;
  readonly stockEvidence: KeptStockEvidence;
  readonly landmarks: LandmarkStore;
  /**
   * Deletes expired records.
   * @throws NotSaved
   */
  readonly clearExpired: () => Promise<void>;
  readonly leadership: Leadership;
  readonly leases: TargetLeases;
  readonly rateLimiter: GlobalRateLimiter;
  /** A clock with the store's wall time, so that times written by several machines are comparable. */
  readonly clock: Clock;
  /** The ports of a fleet, or null if this process is alone on its store, with the files locked. */
  readonly fleet: FleetPorts | null;
  readonly shardBlocks: ShardBlocks;
  readonly identifies: Identifies;
  /** Returns the bytes of the store's parts, by name. */
  readonly bytes: () => Promise<Readonly<Record<string, number>>>;
  /** Time of the first start on this store, epoch ms. */
  readonly beganAt: number;
  /** Whether this is the first start. */
  readonly isNew: boolean;
  close(): Promise<void>;
}

/** The ports by which a follower follows the leader. */
export interface FleetPorts {
  readonly state: FleetState;
  readonly snapshots: StoredSnapshots;
  readonly events: WrittenEvents;
  /** Aborts with an `OperatorFault` once a newer Crier has upgraded the store: this process must stop. */
  readonly superseded: AbortSignal;
  /**
   * Compares the version of the store with this Crier's.
   * @throws OperatorFault if the store's is newer; see `superseded`
   */
  checkVersion(): Promise<void>;
}
