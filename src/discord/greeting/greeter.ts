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

/** Limits the channels tried for one greeting. A removed bot is refused in all, and many refusals ban the address. */
const MOST_TRIED_CHANNELS = 10;
/** The least wait before another attempt to resume the feeds of a server. */
const RESUME_RETRY_MS = 2_000;
const RESUME_LOG_LINES = {
  begins: 'Could not resume the feeds of a server, retrying',
  ends: 'Feeds of a server resumed',
};
const GREETING_BACKOFF = new Backoff({ firstMs: 1_000, capMs: 60_000, jitter: 0.5 });

export interface NewServer extends JoinedServer {
  /** The server's language (BCP 47). */
  readonly locale: string;
  /** Channels for the greeting, best first. */
  readonly channelIds: readonly string[];
}

/** The feeds of an earlier membership, and the paused targets whose state Discord did not tell. */
export interface Returned {
  readonly feeds: readonly ReturnedFeed[];
  readonly unclear: readonly Target[];
}

/** State of one greeting between its attempts. */
interface GreetingProgress {
  /** The feeds of an earlier membership, or null until they are resumed. */
  feeds: readonly ReturnedFeed[] | null;
  /** Time of the first refusal with an unlisted code (epoch ms), or null. */
  refusedSince: number | null;
  readonly notResumed: Condition;
}

/** A failed attempt to greet a server. Another one may succeed after `waitMs`. */
class GreetingNotAccepted extends Error {
  readonly waitMs: number;

  constructor(waitMs: number, options?: ErrorOptions) {
    super('Greeting not accepted', options);
    this.waitMs = waitMs;
  }
}

/** Discord's answer to a greeting. */
export type GreetingOutcome = { readonly kind: 'posted' } | Outcome;

export interface GreeterParts {
  readonly known: KnownServers;
  /**
   * Ends the pauses of an earlier membership. The greeter retries if it rejects.
   *
   * @param only the targets to check, or null for all
   */
  readonly resumeFeeds: (serverId: string, only: readonly Target[] | null) => Promise<Returned>;
  /** Posts a greeting. Discord deduplicates the same nonce for some minutes. */
  readonly post: (
    channelId: string,
    locale: string,
    nonce: string,
    feeds: readonly ReturnedFeed[],
  ) => Promise<GreetingOutcome>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Greets each server once, one after the other. The greeting is saved after it was posted, and a nonce of the server
 * and its joining time keeps a crash in between from posting it twice.
 */
export class Greeter {
  readonly #parts: GreeterParts;
  readonly #queue = new SerialQueue();

  constructor(parts: GreeterParts) {
    this.#parts = parts;
  }

  /** Passes the servers present at the login to `KnownServers`, before any is greeted. Never rejects. */
  begin(servers: readonly NewServer[]): Promise<void> {
    return this.#do(() => this.#parts.known.begin(servers));
  }

  /**
   * Greets a server unless it is known, and retries until Discord accepts the greeting. Other servers take their turns
   * between the attempts. Never rejects.
   */
  async meet(server: NewServer): Promise<void> {
    const { clock, random, log, signal } = this.#parts;
    const progress: GreetingProgress = {
      feeds: null,
      refusedSince: null,
      notResumed: new Condition({ log, ...RESUME_LOG_LINES }),
    };
    try {
      await retry(() => this.#queue.run(() => this.#attempt(server, progress)), {
        ...{ clock, random, signal, backoff: GREETING_BACKOFF },
        isRetryable: (error) => error instanceof GreetingNotAccepted,
        demandedMs: (error) => (error instanceof GreetingNotAccepted ? error.waitMs : 0),
      });
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'Server not greeted');
    }
  }

  /** Resolves when no greeting is in progress. Never rejects. */
  settled(): Promise<void> {
    return this.#do(async () => {});
  }

  async #do(work: () => Promise<void>): Promise<void> {
    try {
      await this.#queue.run(work);
    } catch (error) {
      if (!this.#parts.signal.aborted) this.#parts.log.warn({ err: error }, 'Server not greeted');
    }
  }

  /** @throws GreetingNotAccepted if another attempt may succeed */
  async #attempt(server: NewServer, progress: GreetingProgress): Promise<void> {
    const { known, clock, random, signal } = this.#parts;
    if (signal.aborted || server.joinedAt === null || (await known.has(server))) return;
    progress.feeds ??= await this.#resume(server, progress);
    const end = await this.#greet(server, progress.feeds);
    if (end.kind === 'over') await known.add(server);
    if (end.kind !== 'retry') return;
    if (end.unlistedCode === undefined) throw new GreetingNotAccepted(end.waitMs);
    progress.refusedSince ??= clock.now();
    const waitMs = nextRetryMs({ since: progress.refusedSince }, clock.now(), random());
    if (waitMs !== null) throw new GreetingNotAccepted(waitMs);
    // Refused for six hours: a greeting is no longer useful.
    await known.add(server);
  }

  /**
   * @returns the server's feeds
   * @throws GreetingNotAccepted if the feeds could not be resumed
   */
  async #resume(server: NewServer, { notResumed }: GreetingProgress): Promise<readonly ReturnedFeed[]> {
    try {
      const { feeds, unclear } = await this.#parts.resumeFeeds(server.id, null);
      notResumed.clear({ guild: server.id });
      void this.#resumeLater(server, unclear);
      return feeds;
    } catch (error) {
      notResumed.set(error, { guild: server.id });
      throw new GreetingNotAccepted(RESUME_RETRY_MS, { cause: error });
    }
  }

  /**
   * Checks unclear targets again for six hours. The greeting, other feeds and other servers do not wait for them.
   */
  async #resumeLater(server: NewServer, unclear: readonly Target[]): Promise<void> {
    const { clock, random, log, signal, resumeFeeds } = this.#parts;
    const since = clock.now();
    for (let left = unclear; left.length > 0; ) {
      const waitMs = nextRetryMs({ since }, clock.now(), random());
      if (waitMs === null) {
        log.warn(
          { guild: server.id, targets: left },
          'Feeds and watches still paused: Discord did not say whether it accepts their messages again',
        );
        return;
      }
      await clock.sleep(waitMs, signal);
      if (signal.aborted) return;
      await this.#do(async () => {
        const resumed = await resumeFeeds(server.id, left).catch(() => ({ unclear: left }));
        left = resumed.unclear;
      });
    }
  }

  /** @returns `over` if the greeting was posted or all channels rejected it, else the outcome that delays it */
  async #greet({ id, joinedAt, locale, channelIds }: NewServer, feeds: readonly ReturnedFeed[]) {
    let refused: Extract<Outcome, { kind: 'retry' }> | null = null;
    for (const channelId of channelIds.slice(0, MOST_TRIED_CHANNELS)) {
      const outcome = await this.#parts.post(channelId, locale, nonceOf(id, joinedAt ?? 0), feeds);
      const isOfChannel = outcome.kind === 'retry' && !outcome.everywhere && outcome.unlistedCode !== undefined;
      if (outcome.kind === 'unauthorized' || (outcome.kind === 'retry' && !isOfChannel)) return outcome;
      if (outcome.kind === 'posted') return { kind: 'over' } as const;
      if (outcome.kind === 'retry') refused = outcome;
      this.#parts.log.info({ guild: id, channel: channelId, outcome }, 'Greeting not accepted in a channel');
    }
    return refused ?? ({ kind: 'over' } as const);
  }
}

/** Returns at most 25 characters, Discord's limit: up to 13 for the snowflake, and the second of joining. */
function nonceOf(guildId: string, joinedAt: number): string {
  return `g${BigInt(guildId).toString(36)}-${Math.floor(joinedAt / 1_000).toString(36)}`;
}
