/** The stream as `/health` tells it. `lastFrameAt`: any frame; `lastEventAt`: an event. Epoch ms, null: none yet. */
export interface StreamStatus {
  readonly state: 'connecting' | 'live' | 'down' | 'stopped';
  /** Since when it is in that state. */
  readonly since: number;
  readonly lastFrameAt: number | null;
  readonly lastEventAt: number | null;
  readonly counted: Readonly<Record<string, number>>;
}

/** The shop snapshot as `/health` tells it. `takenAt` null: none yet. `trouble`: why the last refresh failed, null: it did not. */
export interface SnapshotStatus {
  readonly takenAt: number | null;
  readonly records: number;
  readonly setAside: number;
  readonly trouble: string | null;
  readonly nextAt: number | null;
}

/** The health report of the game server; times in ms, memory in bytes. */
export interface HealthReport {
  readonly tick: { readonly last: number; readonly latest: number; readonly gap: number; readonly healthy: boolean };
  readonly memory: { readonly free: number; readonly allocated: number; readonly max: number };
  readonly ping: {
    readonly players: number;
    readonly highLatencySamples: readonly number[];
    readonly minPing: number;
    readonly maxPing: number;
    readonly avgPing: number;
    readonly medianPing: number;
  };
}

/** An answer of the service, or in a few words why there is none. */
export type Asked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

/** The data service as the commands see it. The asking methods answer within 2 s and share one request between askers. */
export interface ServiceStatus {
  stream(): StreamStatus;
  snapshot(): SnapshotStatus;
  /** `GET /`: up on 200; its body is never read. */
  up(): Promise<Asked<true>>;
  report(): Promise<Asked<HealthReport>>;
}
