import type { IngestWriter } from './journal.ts';
import type { Snapshots } from './snapshots.ts';

/** A term of leadership, in which this process alone ingests the service's data. */
export interface Term {
  /** Rejects once the term is over. */
  readonly writer: IngestWriter;
  readonly snapshots: Snapshots;
  /** Aborts when the term is over for another reason than `end`: another process may lead already. */
  readonly lost: AbortSignal;
  /** Ends the term after all pending writes, so that the next leader begins at once. Never rejects. */
  end(): Promise<void>;
}

/** The election of the leader: one process at a time, over all processes on one store. */
export interface Leadership {
  /**
   * Waits until this process leads. Called again when the term is over.
   * @returns null if the signal aborts first
   */
  lead(signal: AbortSignal): Promise<Term | null>;
}

/** The division of the bot's gateway connection into shards, the same for all processes of the bot. */
export interface Sharding {
  /** Number of the bot's shards. */
  readonly total: number;
  /** Shards of a block, which one client runs; the last block may have fewer. */
  readonly perBlock: number;
}

/** The operator's sharding settings. */
export interface GivenSharding {
  /** Null if the operator sets no total. */
  readonly total: number | null;
  readonly perBlock: number;
}

/** A block of shards that this process alone runs. */
export interface ShardBlock {
  /** The block's number. Block 0 has the first `perBlock` shards, block 1 the next ones, and so on. */
  readonly number: number;
  /** Aborts when another process may run these shards: the client must disconnect. */
  readonly lost: AbortSignal;
  /** Releases the block once the client has disconnected. Never rejects. */
  release(): Promise<void>;
}

/** The division of shards among the processes. */
export interface ShardBlocks {
  /**
   * Agrees on the bot's sharding: the operator's, else (`total: null`) that of the running processes, else Discord's
   * recommendation. The first process decides until all have stopped. Called once, before `take`.
   * @throws OperatorFault if the running processes have other sharding than the operator sets; the signal's reason when
   *   it aborts first
   */
  agree(given: GivenSharding, recommended: number, signal: AbortSignal): Promise<Sharding>;
  /**
   * Waits for a block that no process runs, and takes it. Called again for the next.
   * @returns null if the signal aborts first
   * @throws OperatorFault if, while the store was unreachable, all other processes stopped and new ones agreed on other
   *   sharding
   */
  take(signal: AbortSignal): Promise<ShardBlock | null>;
  /** Returns whether this process has no block because other processes had all at its last search. */
  isStandingBy(): boolean;
}

/** Spaces the IDENTIFYs of all shards of the bot as Discord requires. */
export interface Identifies {
  /**
   * Resolves when the shard may send one IDENTIFY, which counts as sent.
   * @param maxConcurrency number of shards that may send one within 5 s (`session_start_limit.max_concurrency`); shards
   *   with the same remainder modulo it wait for each other
   * @throws the signal's reason when it aborts first
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
