/** Keeps the IDENTIFYs of all shards of the bot as far apart as Discord wants them. */
export interface Identifies {
  /**
   * Resolves when the shard may send one, which is taken as sent.
   * @param maxConcurrency how many shards may send one within 5 s (`session_start_limit.max_concurrency`): shards with the same
   *   remainder of it wait for each other
   * @throws the signal's reason when it aborts before
   */
  pass(shardId: number, maxConcurrency: number, signal: AbortSignal): Promise<void>;
}
