import { OperatorFault } from '../../../faults/operator-fault.ts';
import type { GivenSharding, ShardBlock, ShardBlocks, Sharding } from '../../../ports/fleet.ts';
import type { Log } from '../../../ports/log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Session } from '../client.ts';
import type { Postgres } from '../connection.ts';
import { isConnectionLost, isServerDown } from '../connection-retries.ts';
import { beat, endSilent, freeBlocks, joinFleet, lockBlock, releaseBlock } from './fleet.ts';

/** Interval of the search for a free block. */
const SEARCH_INTERVAL_MS = 2_000;
/**
 * A process may end another one only if its own last search was at most this long ago. After a longer gap the whole
 * machine may have been suspended, so that the others had no time to beat.
 */
const LONGEST_SEARCH_GAP_MS = 5_000;
const SHARD_BEAT_MS = 500;
/**
 * Time since its last beat after which a process that cannot reach PostgreSQL gives up its blocks. It notices that up
 * to 2 s later, after a pause and an attempt to connect, and still before another process may take them after
 * `RESERVED_FOR_HOLDER` (`fleet.ts`).
 */
const LOSE_BLOCKS_AFTER_MS = 3_500;
/** The limit while PostgreSQL itself is down, when no process can take blocks. */
const LOSE_BLOCKS_DURING_OUTAGE_AFTER_MS = 60_000;

export interface ShardBlocksParts {
  readonly postgres: Pick<Postgres, 'connect'>;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly log: Log;
}

interface HeldBlock {
  readonly block: ShardBlock;
  readonly lost: AbortController;
}

/**
 * Assigns blocks of shards to processes. A process runs a block while its connection holds the block's advisory lock. A
 * lost connection is replaced and its locks are taken again before the blocks count as lost, so that a restart of
 * PostgreSQL restarts no shard.
 */
export class PostgresShardBlocks implements ShardBlocks {
  readonly #parts: ShardBlocksParts;
  readonly #closed = new AbortController();
  readonly #held = new Map<number, HeldBlock>();
  #sharding: Sharding | null = null;
  #session: Session | null = null;
  /** Set once the other processes run with another division of the shards. */
  #fault: OperatorFault | null = null;
  /** Time of the last recorded beat, in monotonic ms. */
  #beatAt = 0;
  /** Time of the last search for a free block, in monotonic ms. */
  #searchedAt = Number.NEGATIVE_INFINITY;
  #isStandingBy = false;
  /** Blocks that were free at the previous search. Cleared when a block is taken. */
  #wereFree: ReadonlySet<number> = new Set();

  constructor(parts: ShardBlocksParts) {
    this.#parts = parts;
  }

  async agree(given: GivenSharding, recommended: number, signal: AbortSignal): Promise<Sharding> {
    const agreed = await this.#retryUntilReachable(() => this.#join(given, recommended), signal);
    signal.throwIfAborted();
    if (agreed === null) throw new Error('The process is stopping');
    this.#sharding = agreed;
    void this.#stay(agreed);
    return agreed;
  }

  async take(signal: AbortSignal): Promise<ShardBlock | null> {
    const sharding = this.#sharding;
    if (sharding === null) throw new Error('take was called before agree');
    return this.#retryUntilReachable(async () => {
      if (this.#fault !== null) throw this.#fault;
      const session = this.#session;
      return session && this.#take(session, Math.ceil(sharding.total / sharding.perBlock));
    }, signal);
  }

  isStandingBy(): boolean {
    return this.#isStandingBy;
  }

  /** Ends the connection, which releases the remaining blocks. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#session?.end();
  }

  /**
   * Retries `attempt` through any error of PostgreSQL until it returns a value.
   * @returns the value, or null if the signal aborted first
   * @throws OperatorFault
   */
  async #retryUntilReachable<T>(attempt: () => Promise<T | null>, signal: AbortSignal): Promise<T | null> {
    const { clock, log } = this.#parts;
    for (let refusals = 0; !signal.aborted; ) {
      try {
        const done = await attempt();
        if (done !== null) return done;
      } catch (error) {
        if (error instanceof OperatorFault) throw error;
        if (!isConnectionLost(error)) refusals += 1;
        log[refusals === 1 ? 'warn' : 'debug']({ err: error }, 'Could not ask PostgreSQL for free shards, retrying');
      }
      await clock.sleep(SEARCH_INTERVAL_MS, signal);
    }
    return null;
  }

  async #join(given: GivenSharding, recommended: number): Promise<Sharding> {
    const session = await this.#parts.postgres.connect('brief');
    try {
      const sharding = await joinFleet(session, this.#session?.backend ?? null, given, recommended);
      for (const number of this.#held.keys()) if (!(await lockBlock(session, number))) this.#lose(number);
      this.#session = session;
      this.#beatAt = this.#parts.clock.monotonic();
      return sharding;
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  /** Beats and replaces a lost connection until `close`. Never rejects. */
  async #stay(sharding: Sharding): Promise<void> {
    const { clock, log } = this.#parts;
    for (let isRefused = false; !this.#closed.signal.aborted; await clock.sleep(SHARD_BEAT_MS, this.#closed.signal)) {
      try {
        const sentAt = clock.monotonic();
        if (this.#session === null || this.#session.ended.aborted) await this.#join(sharding, sharding.total);
        if (this.#session !== null) await beat(this.#session, [...this.#held.keys()]);
        this.#beatAt = sentAt;
        isRefused = false;
      } catch (error) {
        if (this.#closed.signal.aborted) return;
        if (error instanceof OperatorFault) this.#fault = error;
        if (isConnectionLost(error) || this.#fault !== null) this.#goWithout(error);
        else if (!isRefused) log.warn({ err: error }, 'Could not record that this process runs shards, retrying');
        isRefused ||= !isConnectionLost(error);
      }
    }
    if (this.#closed.signal.aborted) await this.#session?.end();
  }

  /**
   * Drops the held blocks once other processes may take them. Until then this process may reconnect and lock them
   * again.
   */
  #goWithout(error: unknown): void {
    const awayMs = this.#parts.clock.monotonic() - this.#beatAt;
    const isLost =
      this.#fault !== null ||
      awayMs > (isServerDown(error) ? LOSE_BLOCKS_DURING_OUTAGE_AFTER_MS : LOSE_BLOCKS_AFTER_MS);
    if (isLost) for (const number of [...this.#held.keys()]) this.#lose(number);
  }

  #lose(number: number): void {
    const held = this.#held.get(number);
    this.#held.delete(number);
    held?.lost.abort();
  }

  async #take(session: Session, blocks: number): Promise<ShardBlock | null> {
    const { clock, log } = this.#parts;
    const has = this.#held.size;
    const searchedAt = clock.monotonic();
    const ended = searchedAt - this.#searchedAt < LONGEST_SEARCH_GAP_MS ? await endSilent(session) : 0;
    this.#searchedAt = searchedAt;
    if (ended > 0) log.warn({}, 'Process with shards stopped responding, its shards are free');
    const free = await freeBlocks(session, blocks);
    // A process that has blocks takes another only at its second search, so that a process without blocks comes first.
    const wanted = this.#held.size === 0 ? free : free.filter((number) => this.#wereFree.has(number));
    this.#wereFree = new Set(free);
    for (const number of wanted) {
      if (this.#held.has(number) || !(await lockBlock(session, number))) continue;
      this.#wereFree = new Set();
      this.#isStandingBy = false;
      if (has > 0) log.info({ block: number }, 'Took over shards that no process ran');
      return this.#hold(number);
    }
    if (has === 0 && !this.#isStandingBy) log.info({}, 'Other processes run all shards, this process stands by');
    this.#isStandingBy = has === 0;
    return null;
  }

  #hold(number: number): ShardBlock {
    const lost = new AbortController();
    const block: ShardBlock = {
      number,
      lost: lost.signal,
      release: async () => {
        if (this.#held.get(number)?.block !== block) return;
        this.#held.delete(number);
        if (this.#session === null) return;
        await releaseBlock(this.#session, number).catch((error) => {
          this.#parts.log.debug({ err: error, block: number }, 'Could not release shards');
        });
      },
    };
    this.#held.set(number, { block, lost });
    return block;
  }
}
