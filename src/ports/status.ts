import type { FilledRow } from '../market/shops/snapshot.ts';
/**
 * The stream as `/health` shows it. `lastFrameAt`: any frame; `lastEventAt`: an event. Epoch ms, null: none yet.
 * `unread`: item data that could not be read since the start, of shops too, by name: `snbt` for a whole text, else a
 * component's key. Absent: not known.
 */
export interface StreamStatus {
  readonly state: 'connecting' | 'live' | 'down' | 'stopped';
  /** Since when it is in that state. */
  readonly since: number;
  readonly lastFrameAt: number | null;
  readonly lastEventAt: number | null;
  readonly counted: Readonly<Record<string, number>>;
  readonly unread?: Readonly<Record<string, number>>;
}

/** Counts of a snapshot. `records`: its shops, each id once; `duplicates`: records with the id of another. */
export interface SnapshotCounts {
  readonly records: number;
  readonly duplicates: number;
}

/**
 * A snapshot that is taken in. `repeatedIds`: a sample of the ids that several records have. `filled`: shops of the
 * market in place of those read, none unless told.
 */
export interface TakenSnapshot extends SnapshotCounts {
  readonly repeatedIds?: readonly number[];
  readonly filled?: readonly FilledRow[];
}

/**
 * The shop snapshot as `/health` tells it; times in epoch ms. `takenAt` null: none yet. `trouble`: why the last
 * refresh failed, and `failedAt` when; null: it did not. `isReadingSaved`: the one that an earlier run has saved is still read, false unless told.
 * `tookMs`: from the request for the last one until it was taken in; absent: none was since the start.
 * `untoldSince`: when the last one was taken that an earlier run has saved, where it cannot be read; what changed from then until the next is in
 * is told to nobody. Absent: it could be, or the next is in.
 */
export interface SnapshotStatus extends SnapshotCounts {
  readonly takenAt: number | null;
  readonly setAside: number;
  readonly trouble: string | null;
  readonly failedAt: number | null;
  /** When the next refresh begins; null: it is under way, or none is planned. */
  readonly nextAt: number | null;
  /** Since when a refresh is under way; null: none is. */
  readonly askingSince: number | null;
  readonly tookMs?: number;
  readonly isReadingSaved?: boolean;
  readonly untoldSince?: number;
  /** Trades contradict STOCK_UNIT. */
  readonly isStockUnitContradicted?: boolean;
}

/** The health report of the game server; times in ms, memory in bytes. A field is null if it is missing or absurd. */
export interface HealthReport {
  readonly tick: { readonly gap: number | null; readonly healthy: boolean | null };
  /** `max`: 'none' if the server has no limit. */
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
 * An answer of the service, or in a few words why there is none. `isAnswered`: it answered, but not as expected.
 * `isMissing`: it said itself that it has nothing to answer with.
 */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string; readonly isAnswered?: true; readonly isMissing?: true };

/**
 * What the service said of itself. `up`: `GET /` gave 200; its body is never read. `askedAt`: when both were asked, epoch ms.
 * `lastReport`: the last good report since the start, and when it was asked for; null: none yet.
 */
export interface ServiceHealth {
  readonly askedAt: number;
  readonly up: Result<true>;
  readonly report: Result<HealthReport>;
  readonly lastReport: { readonly askedAt: number; readonly value: HealthReport } | null;
}

/** The data service as the commands see it. */
export interface ServiceStatus {
  stream(): StreamStatus;
  snapshot(): SnapshotStatus;
  /** Within 2 s. Askers share one answer for some seconds, unless the stream or the shops have told something newer. */
  health(): Promise<ServiceHealth>;
}

/** What this process does at Discord's gateway. */
export interface GatewayStatus {
  /**
   * `running`: it has logged in, with some shards at least. `logging-in`: it has not, whatever for: Discord is away, no logins are left for
   * today, its shards are not given to it. `standing-by`: others run all shards.
   */
  readonly state: 'logging-in' | 'running' | 'standing-by';
  /** Shards of the bot, in all processes; null: not agreed on yet. */
  readonly total: number | null;
  /** Shards that this process runs, or logs in just now; while it does not know which, 0. */
  readonly run: number;
  /** How many of them are ready. */
  readonly ready: number;
}

/** What is counted, each by a label: notices by what became of them, messages by Discord's answer, requests to Discord by status, its 429s by scope. */
export type Counted = 'notices' | 'messages' | 'requests' | 'rateLimits';

/** Counts what happens since the process started, for monitoring; a call costs next to nothing. */
export interface Counts {
  add(what: Counted, label: string, by?: number): void;
}

/**
 * What one process does for all, and every process reads: the ids of the commands it registered, the icons it uploaded. What
 * was put last under a name counts, also after a restart where the store keeps it.
 */
export interface Published {
  /** `value`: JSON. Written as soon as the store takes it. */
  put(name: PublishedName, value: unknown): void;
  /**
   * Calls `heard` with what stands there, at once where it is known already, and with whatever any process puts later. Another
   * version may have put it: the listener checks its shape. `heard` must not throw.
   */
  follow(name: PublishedName, heard: (value: unknown) => void): void;
}

export type PublishedName = 'commands' | 'icons';
