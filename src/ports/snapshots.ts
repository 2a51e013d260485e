/** A snapshot that is being written. It ends with `finish` or `discard`. */
export interface UnfinishedSnapshot {
  /** Resolves when the bytes may be overwritten. A failed write is reported by `finish`. */
  write(bytes: Buffer): Promise<void>;
  /**
   * Resolves when the snapshot is durable and readable under this time, epoch ms. Rejects with the store's error, or if
   * the term in which it was begun is over; the caller then discards it.
   */
  finish(takenAt: number): Promise<void>;
  /** Deletes all of it. Rejects with the store's error. */
  discard(): Promise<void>;
}

/**
 * The stored snapshots, each named after the time at which it was taken, epoch ms. A snapshot is stored whole or not at
 * all.
 */
export interface StoredSnapshots {
  /**
   * @returns the snapshot's bytes as they were written, or null if it is not stored. Rejects with the store's error,
   *   also while reading.
   */
  read(takenAt: number): Promise<AsyncIterable<Buffer> | null>;
  /** @returns the time of the latest snapshot taken before `limit`, or null if there is none */
  latestBefore(limit: number): Promise<number | null>;
  /** Returns the snapshot's name in the log, such as its path. */
  nameOf(takenAt: number): string;
}

/**
 * Stores the bytes of snapshots, which the caller compresses. Only the leader writes here: once its term is over (see
 * `Term`), its calls change nothing. The journal decides from which snapshot a restart begins.
 */
export interface Snapshots extends StoredSnapshots {
  /** Begins a snapshot. Writes nothing to the store before the first call of `write`. */
  begin(): UnfinishedSnapshot;
  /**
   * Moves a corrupt snapshot out of the way. Only the latest few of these are kept.
   * @returns where it is now
   */
  quarantine(takenAt: number): Promise<string>;
  /** Deletes unfinished snapshots, such as those of a killed process. Logs those that it cannot delete. */
  removeUnfinished(): Promise<void>;
  /** Deletes unfinished snapshots and all but these. Logs those that it cannot delete. */
  removeAllBut(kept: ReadonlySet<number>): Promise<void>;
}

/**
 * Records the data service's frames and snapshots. No call throws, waits or changes its arguments. Times are epoch ms.
 */
export interface ServiceRecorder {
  frame(at: number, data: Uint8Array, isBinary: boolean): void;
  /** A stream connection was opened under this prefix. */
  streamOpened(at: number, prefix: string): void;
  /** A connection ended or failed. `reason` is a word such as `closed-1006` or `status-502`. */
  streamEnded(at: number, reason: string): void;
  /** A request for all shops was answered. `outcome` is `ok`, `not-modified`, or a kind of failure. */
  shopsAnswered(at: number, outcome: string): void;
  /** @returns a sink for the body of getAllShops that is about to be read, or null if this one need not be recorded */
  beginSnapshot(at: number): SnapshotRecording | null;
}

/** A body of getAllShops that is being recorded. It is ended or discarded before the next one begins. */
export interface SnapshotRecording {
  add(chunk: Uint8Array): void;
  /** Ends the complete body. `takenAt` is the time of its request. */
  end(takenAt: number): void;
  discard(): void;
}
