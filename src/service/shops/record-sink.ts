/** Takes the bytes of a snapshot's records, in their order, while its body is read. */
export interface RecordSink {
  /** Takes a copy of the bytes of one good record: a JSON object without white space around it, from `from` up to `to`, exclusive. */
  add(buffer: Buffer, from: number, to: number): void;
  /** So much is gathered that `flush` is to be awaited before more is added. */
  readonly isFull: boolean;
  /** Resolves when there is room again; never rejects. What cannot be saved is said when the saving is completed. */
  flush(): Promise<void>;
}

/** A snapshot's saving that has begun: it is either completed, once the snapshot is taken in, or discarded. */
export interface UnfinishedSave extends RecordSink {
  /** What the one before builds on has become so much to read that a snapshot with all records is due. */
  readonly isBaseDue: boolean;
  /** Leaves nothing of it; never rejects. */
  discard(): Promise<void>;
}
