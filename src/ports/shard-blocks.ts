/** How the bot's connection to Discord is divided, the same for all processes of the bot. */
export interface Sharding {
  /** Shards of the bot. */
  readonly total: number;
  /** Shards of a block, which one client runs; the last block may have fewer. */
  readonly perBlock: number;
}

/** Shards that this process runs, and no other does. */
export interface ShardBlock {
  /** Their numbers, from 0. */
  readonly shards: readonly number[];
  /** Aborts when another process may run them: the client must leave. */
  readonly lost: AbortSignal;
  /** To be called when the client has left. Never rejects. */
  release(): Promise<void>;
}

/** Which process runs which shards. */
export interface ShardBlocks {
  /**
   * How the bot is divided: as the processes that run have it, else as given, else (`total: null`) as `recommended` says, which
   * asks Discord. What is agreed on holds until all processes have stopped.
   * @throws OperatorFault where the processes that run have it otherwise; what `recommended` rejects with
   */
  agree(
    given: { readonly total: number | null; readonly perBlock: number },
    recommended: () => Promise<number>,
  ): Promise<Sharding>;
  /** Waits for a block that nobody runs, and takes it. null: the signal aborted before. To be asked again for the next. */
  take(signal: AbortSignal): Promise<ShardBlock | null>;
}
