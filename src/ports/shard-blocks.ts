/** How the bot's connection to Discord is divided, the same for all processes of the bot. */
export interface Sharding {
  /** Shards of the bot. */
  readonly total: number;
  /** Shards of a block, which one client runs; the last block may have fewer. */
  readonly perBlock: number;
}

/** What the operator has said. */
export interface GivenSharding {
  /** null: nothing. */
  readonly total: number | null;
  readonly perBlock: number;
}

/** A block of shards that this process runs, and no other does. */
export interface ShardBlock {
  /** From 0: the first `perBlock` shards, the next, and so on. */
  readonly number: number;
  /** Aborts when another process may run them: the client must leave. */
  readonly lost: AbortSignal;
  /** To be called when the client has left. Never rejects. */
  release(): Promise<void>;
}

/** Which process runs which shards. */
export interface ShardBlocks {
  /**
   * Divides the bot: as given, else (`total: null`) as the processes that run have it, else as Discord recommends. What the
   * first process says holds until all have stopped. To be called once, and before `take`.
   * @throws OperatorFault where the processes that run have it otherwise than given; the signal's reason when it aborts before
   */
  agree(given: GivenSharding, recommended: number, signal: AbortSignal): Promise<Sharding>;
  /**
   * Waits for a block that nobody runs, and takes it. null: the signal aborted before. To be asked again for the next.
   * @throws OperatorFault where, while the store was away, all others have stopped and others began that have it otherwise
   */
  take(signal: AbortSignal): Promise<ShardBlock | null>;
  /** Whether this process has none because others had all when it looked last. */
  standsBy(): boolean;
}
