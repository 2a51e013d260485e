import type { Config } from '../config.ts';
import type { Logger } from '../log/logger.ts';
import type { Progress } from '../log/terminal.ts';
import type { Served } from '../monitor/server.ts';
import type { GlobalRateLimiter, TargetLeases } from '../ports/delivery.ts';
import type { RefusedToken, SendHolds } from '../ports/discord-limits.ts';
import type { FleetState, Identifies, Leadership, ShardBlocks } from '../ports/fleet.ts';
import type { KeptStockEvidence, SharedJournal, WrittenEvents } from '../ports/journal.ts';
import type { Pauses, RetriedRefusals } from '../ports/outbox.ts';
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

/** All that a store holds, and how it is written: what earlier runs left, and whose turn it is to take in more. */
export interface StorePorts {
  readonly journal: SharedJournal;
  readonly subscriptions: Subscriptions;
  readonly router: Router;
  /** Writing here also updates `subscriptions`. */
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
  /** Deletes the records whose life is over. @throws NotSaved */
  readonly clearExpired: () => Promise<void>;
  readonly leadership: Leadership;
  readonly leases: TargetLeases;
  readonly rateLimiter: GlobalRateLimiter;
  /** Its wall time is the store's: what several machines write can be compared. */
  readonly clock: Clock;
  /** The ports of a fleet; null if this process is alone, with its files locked. */
  readonly fleet: FleetPorts | null;
  readonly shardBlocks: ShardBlocks;
  readonly identifies: Identifies;
  /** Bytes of its parts, by name. */
  readonly bytes: () => Promise<Readonly<Record<string, number>>>;
  /** When Crier first ran with this store, epoch ms. */
  readonly beganAt: number;
  /** Whether that is now. */
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
  /** Compares the version of the store with this Crier's. @throws OperatorFault if it is newer; see `superseded` */
  checkVersion(): Promise<void>;
}
