import type { ReplacedRecord } from '../market/shops/snapshot.ts';
/** The stream as `/health` shows it. */
export interface StreamStatus {
  readonly state: 'connecting' | 'live' | 'down' | 'stopped';
  /** Epoch ms of the last change of state. */
  readonly since: number;
  /** Epoch ms of the last frame of any kind, or null if there is none yet. */
  readonly lastFrameAt: number | null;
  /** Epoch ms of the last event, or null if there is none yet. */
  readonly lastEventAt: number | null;
  readonly counted: Readonly<Record<string, number>>;
  /**
   * Item data, of shops too, that could not be read since the start, counted by a component's key or, for a whole text,
   * by `snbt`. Absent if unknown.
   */
  readonly unread?: Readonly<Record<string, number>>;
}

/**
 * Counts of a snapshot. `records` counts shops, each id once; `duplicates` counts records whose id another record has.
 */
export interface SnapshotCounts {
  readonly records: number;
  readonly duplicates: number;
}

/** A snapshot that Crier has read. */
export interface TakenSnapshot extends SnapshotCounts {
  /** A sample of the ids that several records have. */
  readonly repeatedIds?: readonly number[];
  /** Shops copied from the current market in place of those read. Absent if there are none. */
  readonly filled?: readonly ReplacedRecord[];
}

/** The shop snapshot as `/health` shows it; times in epoch ms. */
export interface SnapshotStatus extends SnapshotCounts {
  /** Null if there is none yet. */
  readonly takenAt: number | null;
  /** Invalid records that were left out. */
  readonly quarantined: number;
  /** Reason of the last refresh's failure, and its time in `failedAt`; both null if it succeeded. */
  readonly trouble: string | null;
  readonly failedAt: number | null;
  /** Start of the next refresh (epoch ms), or null if one is under way or none is planned. */
  readonly nextAt: number | null;
  /** Start of the refresh under way (epoch ms), or null if there is none. */
  readonly refreshStartedAt: number | null;
  /** From the request for the last snapshot until Crier had read it. Absent if it read none since the start. */
  readonly durationMs?: number;
  /** Crier still reads the snapshot that an earlier run has saved. Absent after that. */
  readonly isReadingSaved?: boolean;
  /**
   * Set if the snapshot that an earlier run has saved cannot be read, until the next one is read: the time of its
   * taking. Changes in between are reported to no user.
   */
  readonly unreportedSince?: number;
  /** Trades contradict STOCK_UNIT. */
  readonly isStockUnitContradicted?: boolean;
}

/** The health report of the game server; times in ms, memory in bytes. A field is null if it is missing or absurd. */
export interface HealthReport {
  readonly tick: { readonly gap: number | null; readonly healthy: boolean | null };
  /** `max` is 'none' if the server has no limit. */
  readonly memory: {
    readonly free: number | null;
    readonly allocated: number | null;
    readonly max: number | 'none' | null;
  };
  readonly ping: {
    readonly players: number | null;
    readonly minPing: number | null;
    readonly maxPing: number | null;
    readonly avgPing: number | null;
    readonly medianPing: number | null;
  };
}

/**
 * An answer of the service, or the reason why there is none. `isAnswered` is set if the service answered otherwise than
 * expected, `isMissing` if it said that it has no data.
 */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string; readonly isAnswered?: true; readonly isMissing?: true };

/** The health of the service. */
export interface ServiceHealth {
  /** Epoch ms of both requests. */
  readonly askedAt: number;
  /** Whether `GET /` gave 200. Its body is never read. */
  readonly up: Result<true>;
  readonly report: Result<HealthReport>;
  /** The last good report since the start and the time of its request, or null if there is none yet. */
  readonly lastReport: { readonly askedAt: number; readonly value: HealthReport } | null;
}

/** The data service as the commands see it. */
export interface ServiceStatus {
  stream(): StreamStatus;
  snapshot(): SnapshotStatus;
  /**
   * Resolves within 2 s. Callers share one answer for some seconds, unless the stream or the shops have newer
   * information.
   */
  health(): Promise<ServiceHealth>;
}

/** This process's connection to Discord's gateway. */
export interface GatewayStatus {
  /**
   * `running`: at least some shards have logged in. `logging-in`: none has yet, because Discord is down, the logins of
   * the day are used up, or the process has no block. `standing-by`: other processes run all shards.
   */
  readonly state: 'logging-in' | 'running' | 'standing-by';
  /** Shards of the bot in all processes, or null if not yet agreed on. */
  readonly total: number | null;
  /** Shards that this process runs or logs in; 0 while it has no block. */
  readonly run: number;
  /** Number of those that are ready. */
  readonly ready: number;
}

/**
 * Counters: notices by end, messages by Discord's answer, requests to Discord by status, and its 429s by scope. Each is
 * counted by a label.
 */
export type Counted = 'notices' | 'messages' | 'requests' | 'rateLimits';

/** Counts events since the process started, for monitoring. A call costs next to nothing. */
export interface Counts {
  add(what: Counted, label: string, by?: number): void;
}

/**
 * Values that one process writes and every process reads, such as the ids of registered commands and the uploaded
 * icons. The last value of a name counts, also after a restart if the store keeps it.
 */
export interface Published {
  /** Writes a JSON value as soon as the store takes it. */
  put(name: PublishedName, value: unknown): void;
  /**
   * Calls `listener` with the current value, at once if it is known already, and with each later value of any process.
   * Another version of Crier may have put it, so the listener checks its shape. `listener` must not throw.
   */
  follow(name: PublishedName, listener: (value: unknown) => void): void;
}

export type PublishedName = 'commands' | 'icons';
