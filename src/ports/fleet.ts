import type { IngestWriter } from './journal.ts';
import type { Snapshots } from './snapshots.ts';

/** A time in which this process takes in what the service tells, and no other does. */
export interface Term {
  /** Rejects once the term is over. */
  readonly writer: IngestWriter;
  readonly snapshots: Snapshots;
  /** Aborts when the term is over for another reason than `end`: another process may lead already. */
  readonly lost: AbortSignal;
  /** Gives it back, when all that was to be written is; the next leader begins at once. Never rejects. */
  end(): Promise<void>;
}

/** The election of the leader: one process at a time, over all processes on one store. */
export interface Leadership {
  /** Waits until this process leads. null: the signal aborted before. To be asked again when the term is over. */
  lead(signal: AbortSignal): Promise<Term | null>;
}

/** How the bot's connection to Discord is divided, the same for all processes of the bot. */
export interface Sharding {
  /** Shards of the bot. */
  readonly total: number;
  /** Shards of a block, which one client runs; the last block may have fewer. */
  readonly perBlock: number;
}

/** The operator's settings. */
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

/** The division of shards among the processes. */
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

/** A JSON value that a process has published, and its age by the store's clock. */
export interface FleetValue {
  readonly value: unknown;
  readonly ageMs: number;
}

/** Values by name that processes publish to the fleet. The last write of a name counts. */
export interface FleetState {
  put(name: string, value: unknown): Promise<void>;
  /** @returns the values whose names begin with `prefix`, by name */
  all(prefix: string): Promise<ReadonlyMap<string, FleetValue>>;
  remove(name: string): Promise<void>;
}
