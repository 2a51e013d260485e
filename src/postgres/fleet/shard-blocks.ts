import { OperatorFault } from '../../operator-fault.ts';
import type { Log } from '../../ports/log.ts';
import type { GivenSharding, ShardBlock, ShardBlocks, Sharding } from '../../ports/shard-blocks.ts';
import type { Clock } from '../../time/clock.ts';
import type { Postgres } from '../connection.ts';
import { isConnectionLost } from '../connection-lost.ts';
import type { Session } from '../session.ts';
import { beat, endSilent, freeBlocks, joinFleet, lockBlock, unlockBlock } from './join-fleet.ts';

const LOOK_MS = 2_000;
const BEAT_MS = 1_000;

export interface ShardBlocksParts {
  readonly postgres: Pick<Postgres, 'connect'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/** Blocks of shards over all processes: whose connection holds an advisory lock runs the block. */
export class PostgresShardBlocks implements ShardBlocks {
  readonly #parts: ShardBlocksParts;
  readonly #closed = new AbortController();
  readonly #held = new Set<ShardBlock>();
  #sharding: Sharding | null = null;
  #session: Session | null = null;
  /** At the look before, since the last was taken. */
  #wereFree: ReadonlySet<number> = new Set();

  constructor(parts: ShardBlocksParts) {
    this.#parts = parts;
  }

  async agree(given: GivenSharding, recommended: number, signal: AbortSignal): Promise<Sharding> {
    const agreed = await this.#untilReached(() => this.#join(given, recommended), signal);
    signal.throwIfAborted();
    if (agreed === null) throw new Error('Crier is to stop');
    this.#sharding = agreed;
    return agreed;
  }

  async take(signal: AbortSignal): Promise<ShardBlock | null> {
    const sharding = this.#sharding;
    if (sharding === null) throw new Error('How the bot is divided is not agreed on yet');
    return this.#untilReached(async () => {
      // Where the connection was lost others may have begun anew meanwhile.
      if (this.#session === null || this.#session.ended.aborted) await this.#join(sharding, sharding.total);
      return this.#session && this.#take(this.#session, Math.ceil(sharding.total / sharding.perBlock));
    }, signal);
  }

  /** Gives back what is still held. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#session?.end();
  }

  /** Repeats it until it gives something, whatever PostgreSQL refuses meanwhile; null: the signal aborted before. @throws OperatorFault */
  async #untilReached<T>(attempt: () => Promise<T | null>, signal: AbortSignal): Promise<T | null> {
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
    const session = await this.#parts.postgres.connect('short');
    try {
      const sharding = await joinFleet(session, given, recommended);
      this.#session = session;
      void this.#beat(session);
      return sharding;
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  /** Until the session ends, or it is closed; never rejects. */
  async #beat(session: Session): Promise<void> {
    const over = AbortSignal.any([session.ended, this.#closed.signal]);
    while (!over.aborted) {
      await this.#parts.clock.sleep(BEAT_MS, over);
      if (over.aborted) return;
      await beat(session).catch((error) => {
        if (!isConnectionLost(error))
          this.#parts.log.warn({ err: error }, 'That this process runs shards is not written');
      });
    }
  }

  async #take(session: Session, blocks: number): Promise<ShardBlock | null> {
    const ended = await endSilent(session);
    if (ended > 0) this.#parts.log.warn({}, 'A process that ran shards does not move any more: others take them over');
    const free = await freeBlocks(session, blocks);
    // Who has some leaves others a look's time.
    const wanted = this.#held.size === 0 ? free : free.filter((number) => this.#wereFree.has(number));
    this.#wereFree = new Set(free);
    for (const number of wanted) {
      if (!(await lockBlock(session, number))) continue;
      this.#wereFree = new Set();
      return this.#hold(session, number);
    }
    return null;
  }

  #hold(session: Session, number: number): ShardBlock {
    const block: ShardBlock = {
      number,
      lost: session.ended,
      release: async () => {
        this.#held.delete(block);
        await unlockBlock(session, number).catch((error) => {
          this.#parts.log.debug({ err: error, block: number }, 'Shards were lost before they were given back');
        });
      },
    };
    this.#held.add(block);
    return block;
  }
}
