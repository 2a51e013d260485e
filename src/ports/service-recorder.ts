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
