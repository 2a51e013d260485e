import { Condition } from '../../log/condition.ts';
import type { Outcome } from '../../ports/delivery.ts';
import type { Log } from '../../ports/log.ts';
import type { Target } from '../../routing/notice.ts';
import { nextRetryMs } from '../../routing/retried-refusal.ts';
import type { Clock } from '../../time/clock.ts';
import { Backoff, retry } from '../../time/retry.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import type { ReturnedFeed } from '../render/answer/greeting.ts';
import type { JoinedServer, KnownServers } from './known-servers.ts';

/** A bot that was removed meanwhile is refused by all channels, and Discord bans an address after many refusals. */
const MOST_CHANNELS = 10;
/** The least wait before the store or Discord is asked again for the feeds of a server. */
const RESUME_AGAIN_MS = 2_000;
const NOT_RESUMED = {
  begins: 'Could not let the feeds of a server go on, retrying',
  ends: 'The feeds of a server go on',
};
const BACKOFF = new Backoff({ firstMs: 1_000, capMs: 60_000, jitter: 0.5 });

/** A server to be greeted. */
export interface NewServer extends JoinedServer {
  /** BCP 47; the server's. */
  readonly locale: string;
  /** Where the greeting may go, the best first. */
  readonly channelIds: readonly string[];
}

/** The feeds of an earlier membership, and the paused targets of which Discord did not say how they stand now. */
export interface Returned {
  readonly feeds: readonly ReturnedFeed[];
  readonly unclear: readonly Target[];
}

/** The progress of one greeting, kept between its attempts. */
interface Progress {
  /** The feeds of an earlier membership; null: they were not resumed yet. */
  feeds: readonly ReturnedFeed[] | null;
  /** The first refusal of unknown kind, epoch ms. */
  refusedSince: number | null;
  readonly notResumed: Condition;
}

/** An attempt to greet a server that is worth another one, not before `waitMs`. */
class NotTaken extends Error {
  readonly waitMs: number;

  constructor(waitMs: number, options?: ErrorOptions) {
    super('A greeting was not taken', options);
    this.waitMs = waitMs;
  }
}

/** Discord's answer to a greeting. */
export type GreetingOutcome = { readonly kind: 'posted' } | Outcome;

export interface GreeterParts {
  readonly known: KnownServers;
  /**
   * Ends the pauses of an earlier membership. Rejects to be retried.
   * @param only the targets to look at; null: all
   */
  readonly resumeFeeds: (serverId: string, only: readonly Target[] | null) => Promise<Returned>;
  /** Posts a greeting. The same nonce twice within some minutes is one message. */
  readonly post: (
    channelId: string,
    locale: string,
    nonce: string,
    feeds: readonly ReturnedFeed[],
  ) => Promise<GreetingOutcome>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Greets each server once, one after the other. The message leaves first, with a nonce of the server and the time of
 * joining, and is noted afterwards: after a kill in between, Discord recognizes the nonce.
 */
export class Greeter {
  readonly #parts: GreeterParts;
  readonly #queue = new SerialQueue();

  constructor(parts: GreeterParts) {
    this.#parts = parts;
  }

  /** The servers at the login; none is asked for before. Never rejects. */
  begin(servers: readonly NewServer[]): Promise<void> {
    return this.#do(() => this.#parts.known.begin(servers));
  }

  /**
   * Greets a server, unless it is known, until Discord takes the greeting; other servers have their turn meanwhile.
   * Never rejects.
   */
  async meet(server: NewServer): Promise<void> {
    const { clock, random, log, signal } = this.#parts;
    const progress: Progress = { feeds: null, refusedSince: null, notResumed: new Condition({ log, ...NOT_RESUMED }) };
    try {
      await retry(() => this.#queue.run(() => this.#attempt(server, progress)), {
        ...{ clock, random, signal, backoff: BACKOFF },
        isRetryable: (error) => error instanceof NotTaken,
        demandedMs: (error) => (error instanceof NotTaken ? error.waitMs : 0),
      });
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'A server was not greeted');
    }
  }

  /** Resolves when nothing is under way. Never rejects. */
  settled(): Promise<void> {
    return this.#do(async () => {});
  }

  async #do(work: () => Promise<void>): Promise<void> {
    try {
      await this.#queue.run(work);
    } catch (error) {
      if (!this.#parts.signal.aborted) this.#parts.log.warn({ err: error }, 'A server was not greeted');
    }
  }

  /** @throws NotTaken to be retried */
  async #attempt(server: NewServer, progress: Progress): Promise<void> {
    const { known, clock, random, signal } = this.#parts;
    if (signal.aborted || server.joinedAt === null || (await known.has(server))) return;
    progress.feeds ??= await this.#resume(server, progress);
    const end = await this.#greet(server, progress.feeds);
    if (end.kind === 'over') await known.add(server);
    if (end.kind !== 'retry') return;
    if (end.unlistedCode === undefined) throw new NotTaken(end.waitMs);
    progress.refusedSince ??= clock.now();
    const waitMs = nextRetryMs({ since: progress.refusedSince }, clock.now(), random());
    if (waitMs !== null) throw new NotTaken(waitMs);
    // Refused for six hours: a greeting is of no use any more.
    await known.add(server);
  }

  /**
   * @returns the server's feeds
   * @throws NotTaken if the store could not be read
   */
  async #resume(server: NewServer, { notResumed }: Progress): Promise<readonly ReturnedFeed[]> {
    try {
      const { feeds, unclear } = await this.#parts.resumeFeeds(server.id, null);
      notResumed.clear({ guild: server.id });
      void this.#resumeLater(server, unclear);
      return feeds;
    } catch (error) {
      notResumed.set(error, { guild: server.id });
      throw new NotTaken(RESUME_AGAIN_MS, { cause: error });
    }
  }

  /**
   * Looks at unclear targets again, for six hours. The greeting, other feeds and other servers do not wait for them.
   */
  async #resumeLater(server: NewServer, unclear: readonly Target[]): Promise<void> {
    const { clock, random, log, signal, resumeFeeds } = this.#parts;
    const since = clock.now();
    for (let left = unclear; left.length > 0; ) {
      const waitMs = nextRetryMs({ since }, clock.now(), random());
      if (waitMs === null) {
        log.warn({ guild: server.id, targets: left }, 'Pauses stay: Discord does not say whether they are over');
        return;
      }
      await clock.sleep(waitMs, signal);
      if (signal.aborted) return;
      await this.#do(async () => {
        const looked = await resumeFeeds(server.id, left).catch(() => ({ unclear: left }));
        left = looked.unclear;
      });
    }
  }

  /** `over`: the greeting was posted, or no channel took it. */
  async #greet({ id, joinedAt, locale, channelIds }: NewServer, feeds: readonly ReturnedFeed[]) {
    let refused: Extract<Outcome, { kind: 'retry' }> | null = null;
    for (const channelId of channelIds.slice(0, MOST_CHANNELS)) {
      const outcome = await this.#parts.post(channelId, locale, nonceOf(id, joinedAt ?? 0), feeds);
      const isOfChannel = outcome.kind === 'retry' && !outcome.everywhere && outcome.unlistedCode !== undefined;
      if (outcome.kind === 'unauthorized' || (outcome.kind === 'retry' && !isOfChannel)) return outcome;
      if (outcome.kind === 'posted') return { kind: 'over' } as const;
      if (outcome.kind === 'retry') refused = outcome;
      this.#parts.log.info({ guild: id, channel: channelId, outcome }, 'A greeting was not taken here');
    }
    return refused ?? ({ kind: 'over' } as const);
  }
}

/** At most 25 characters: 13 for the largest snowflake, and the second of joining. */
function nonceOf(guildId: string, joinedAt: number): string {
  return `g${BigInt(guildId).toString(36)}-${Math.floor(joinedAt / 1_000).toString(36)}`;
}
