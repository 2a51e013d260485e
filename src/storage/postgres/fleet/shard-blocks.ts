import { OperatorFault } from '../../../faults/operator-fault.ts';
import type { GivenSharding, ShardBlock, ShardBlocks, Sharding } from '../../../ports/fleet.ts';
import type { Log } from '../../../ports/log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Postgres } from '../connection.ts';
import { isConnectionLost, isServerDown } from '../connection-lost.ts';
import type { Session } from '../session.ts';
import { beat, endSilent, freeBlocks, giveBackBlock, joinFleet, lockBlock } from './join-fleet.ts';

const LOOK_MS = 2_000;
/** Of who looks again after longer than this all others may have stood still as well, and have not beaten yet. */
const LOOKED_MS = 5_000;
const BEAT_MS = 500;
/** Who is cut off leaves its blocks, a pause and an attempt of 1.5 s later at the latest, before others take them (see `freeBlocks`). */
const CUT_OFF_MS = 3_500;
/** Where PostgreSQL itself is down nobody can take them. */
const DOWN_MS = 60_000;

export interface ShardBlocksParts {
  readonly postgres: Pick<Postgres, 'connect'>;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly log: Log;
}

interface Held {
  readonly block: ShardBlock;
  readonly lost: AbortController;
}

/**
 * Blocks of shards over all processes: whose connection holds an advisory lock runs the block. A connection that ends is made anew, and
 * its locks are taken again, before the blocks count as lost: no shard has to begin anew because PostgreSQL was started again.
 */
export class PostgresShardBlocks implements ShardBlocks {
  readonly #parts: ShardBlocksParts;
  readonly #closed = new AbortController();
  readonly #held = new Map<number, Held>();
  #sharding: Sharding | null = null;
  #session: Session | null = null;
  /** Others began that divide the bot otherwise. */
  #fault: OperatorFault | null = null;
  /** When this process was last written down as there; of the monotonic clock. */
  #beatAt = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isStandingBy = false;
  /** At the look before, since the last was taken. */
  #wereFree: ReadonlySet<number> = new Set();

  constructor(parts: ShardBlocksParts) {
    this.#parts = parts;
  }

  async agree(given: GivenSharding, recommended: number, signal: AbortSignal): Promise<Sharding> {
    const agreed = await this.#retryUntilReachable(() => this.#join(given, recommended), signal);
    signal.throwIfAborted();
    if (agreed === null) throw new Error('Crier is to stop');
    this.#sharding = agreed;
    void this.#stay(agreed);
    return agreed;
  }

  async take(signal: AbortSignal): Promise<ShardBlock | null> {
    const sharding = this.#sharding;
    if (sharding === null) throw new Error('How the bot is divided is not agreed on yet');
    return this.#retryUntilReachable(async () => {
      if (this.#fault !== null) throw this.#fault;
      const session = this.#session;
      return session && this.#take(session, Math.ceil(sharding.total / sharding.perBlock));
    }, signal);
  }

  standsBy(): boolean {
    return this.#isStandingBy;
  }

  /** Gives back what is still held. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#session?.end();
  }

  /** Repeats it until it gives something, whatever PostgreSQL refuses meanwhile; null: the signal aborted before. @throws OperatorFault */
  async #retryUntilReachable<T>(attempt: () => Promise<T | null>, signal: AbortSignal): Promise<T | null> {
    const { clock, log } = this.#parts;
    for (let refusals = 0; !signal.aborted; ) {
      try {
        const done = await attempt();
        if (done !== null) return done;
      } catch (error) {
        if (error instanceof OperatorFault) throw error;
        if (!isConnectionLost(error)) refusals += 1;
        log[refusals === 1 ? 'warn' : 'debug']({ err: error }, 'Which shards are free cannot be asked just now');
      }
      await clock.sleep(LOOK_MS, signal);
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

  /** Says that this process is there, and comes back where its connection ended, until it is closed; never rejects. */
  async #stay(sharding: Sharding): Promise<void> {
    const { clock, log } = this.#parts;
    for (let isRefused = false; !this.#closed.signal.aborted; await clock.sleep(BEAT_MS, this.#closed.signal)) {
      try {
        const saidAt = clock.monotonic();
        if (this.#session === null || this.#session.ended.aborted) await this.#join(sharding, sharding.total);
        if (this.#session !== null) await beat(this.#session, [...this.#held.keys()]);
        this.#beatAt = saidAt;
        isRefused = false;
      } catch (error) {
        if (this.#closed.signal.aborted) return;
        if (error instanceof OperatorFault) this.#fault = error;
        if (isConnectionLost(error) || this.#fault !== null) this.#goWithout(error);
        else if (!isRefused) log.warn({ err: error }, 'That this process runs shards is not written');
        isRefused ||= !isConnectionLost(error);
      }
    }
    if (this.#closed.signal.aborted) await this.#session?.end();
  }

  /** What is held is lost once others may have it; whoever has the lock still keeps it through whatever PostgreSQL refuses. */
  #goWithout(error: unknown): void {
    const awayMs = this.#parts.clock.monotonic() - this.#beatAt;
    const isLost = this.#fault !== null || awayMs > (isServerDown(error) ? DOWN_MS : CUT_OFF_MS);
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
    const looked = clock.monotonic();
    const ended = looked - this.#lookedAt < LOOKED_MS ? await endSilent(session) : 0;
    this.#lookedAt = looked;
    if (ended > 0) log.warn({}, 'A process that ran shards does not move any more: others take them over');
    const free = await freeBlocks(session, blocks);
    // Who has some leaves others a look's time.
    const wanted = this.#held.size === 0 ? free : free.filter((number) => this.#wereFree.has(number));
    this.#wereFree = new Set(free);
    for (const number of wanted) {
      if (this.#held.has(number) || !(await lockBlock(session, number))) continue;
      this.#wereFree = new Set();
      this.#isStandingBy = false;
      if (has > 0) log.info({ block: number }, 'Nobody runs these shards: this process takes them as well');
      return this.#hold(number);
    }
    if (has === 0 && !this.#isStandingBy) log.info({}, 'Other processes run all shards: this one stands by');
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
        await giveBackBlock(this.#session, number).catch((error) => {
          this.#parts.log.debug({ err: error, block: number }, 'Shards were lost before they were given back');
        });
      },
    };
    this.#held.set(number, { block, lost });
    return block;
  }
}
