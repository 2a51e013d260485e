/** A snapshot's bytes on their way into the store: it is either finished or discarded. */
export interface UnfinishedSnapshot {
  /** Resolves when the bytes may be overwritten. Where they cannot be written, that is for `finish` to say. */
  write(bytes: Buffer): Promise<void>;
  /**
   * Resolves when all is durable and read under this time, epoch ms. Rejects with the store's error, or where the term is over
   * that it was begun in; it is then to be discarded.
   */
  finish(takenAt: number): Promise<void>;
  /** Leaves nothing of it. Rejects with the store's error. */
  discard(): Promise<void>;
}

/** The snapshots that are there, each named by when it was taken, epoch ms. They are there whole or not at all. */
export interface StoredSnapshots {
  /** Its bytes as they were written; null: it is not there. Both reject with the store's error. */
  read(takenAt: number): Promise<AsyncIterable<Buffer> | null>;
  /** When the latest of those was taken that were taken before `limit`; null: there is none. */
  latestBefore(limit: number): Promise<number | null>;
  /** What the log calls it, such as its path. */
  nameOf(takenAt: number): string;
}

/**
 * Keeps the bytes of snapshots, compressed by whoever writes them; which one counts is the journal's to say. The leader's alone
 * (see `Term`): once its term is over, nothing of this changes anything any more.
 */
export interface Snapshots extends StoredSnapshots {
  /** Begins another one; nothing is in the store until there is much to write. */
  begin(): UnfinishedSnapshot;
  /** Takes a corrupt one out of the way; gives where it can be looked at from now on. The latest such stay, not all. */
  quarantine(takenAt: number): Promise<string>;
  /** Removes what was not finished, as by a process that was killed. What cannot be removed is said in the log. */
  removeUnfinished(): Promise<void>;
  /** Removes all but these, and what was not finished. What cannot be removed is said in the log. */
  removeAllBut(kept: ReadonlySet<number>): Promise<void>;
}

/**
 * Records the data service's frames and snapshots. No call throws, waits or changes its arguments. Times are epoch ms.
 */
export interface ServiceRecorder {
  frame(at: number, data: Uint8Array, isBinary: boolean): void;
  /** A connection of the stream was opened under this prefix. */
  streamOpened(at: number, prefix: string): void;
  /** A connection ended, or could not be had. `reason`: such as `closed-1006` or `status-502`. */
  streamEnded(at: number, reason: string): void;
  /** A request for all shops was answered. `outcome`: `ok`, `not-modified`, or a kind of failure. */
  shopsAnswered(at: number, outcome: string): void;
  /** @returns a sink for the body of getAllShops that is about to be read, or null if this one need not be recorded */
  beginSnapshot(at: number): SnapshotRecording | null;
}

/** A body of getAllShops on its way into a recording. It is ended or discarded before the next one begins. */
export interface SnapshotRecording {
  add(chunk: Uint8Array): void;
  /** The body is whole. `takenAt`: when it was asked for. */
  end(takenAt: number): void;
  discard(): void;
}
