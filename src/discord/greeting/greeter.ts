import type { Outcome } from '../../ports/delivery.ts';
import type { Log } from '../../ports/log.ts';
import type { Target } from '../../routing/notice.ts';
import { nextRetryMs } from '../../routing/retried-refusal.ts';
import { Backoff } from '../../time/backoff.ts';
import type { Clock } from '../../time/clock.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import type { ReturnedFeed } from '../render/answer/greeting.ts';
import type { JoinedServer, KnownServers } from './known-servers.ts';

/** A bot that was removed meanwhile is refused by all channels, and Discord bans an address after many refusals. */
const MOST_CHANNELS = 10;
/** Before the store or Discord is asked again; the back-off comes on top. */
const RESUME_AGAIN = { kind: 'retry', waitMs: 2_000 } as const;
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

/** What Discord said to a greeting. */
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
 * Greets each server once, one after the other. The message leaves first, with a nonce of the server and the time of joining,
 * and is noted afterwards: after a kill in between, Discord recognizes the nonce.
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

  /** Greets a server, unless it is known. Never rejects. */
  meet(server: NewServer): Promise<void> {
    return this.#meet(server, 0);
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

  /**
   * While Discord does not take the greeting of one server, others have their turn.
   *
   * @param failures how often it was not taken
   * @param refusedSince the first refusal of unknown kind, epoch ms
   * @param returned the feeds of an earlier membership; null: they were not resumed yet
   */
  #meet(
    server: NewServer,
    failures: number,
    refusedSince: number | null = null,
    returned: readonly ReturnedFeed[] | null = null,
  ): Promise<void> {
    const { known, clock, random, signal } = this.#parts;
    return this.#do(async () => {
      if (signal.aborted || server.joinedAt === null || (await known.has(server))) return;
      const feeds = returned ?? (await this.#resume(server, failures === 0));
      const end = feeds === null ? RESUME_AGAIN : await this.#greet(server, feeds);
      if (end.kind === 'over') await known.add(server);
      if (end.kind !== 'retry') return;
      const isRefused = 'unlistedCode' in end;
      const since = isRefused ? (refusedSince ?? clock.now()) : refusedSince;
      const refusedMs = isRefused && since !== null ? nextRetryMs({ since }, clock.now(), random()) : 0;
      // Refused for six hours: a greeting is of no use any more.
      if (refusedMs === null) return known.add(server);
      const waited = clock.sleep(refusedMs || BACKOFF.after(failures).waitMs(random(), end.waitMs), signal);
      void waited.then(() => this.#meet(server, failures + 1, since, feeds));
    });
  }

  /** @returns the server's feeds, or null if the store could not be read */
  async #resume(server: NewServer, isFirst: boolean): Promise<readonly ReturnedFeed[] | null> {
    try {
      const { feeds, unclear } = await this.#parts.resumeFeeds(server.id, null);
      this.#resumeLater(server, unclear, this.#parts.clock.now());
      return feeds;
    } catch (error) {
      const level = isFirst ? 'warn' : 'debug';
      this.#parts.log[level]({ err: error, guild: server.id }, 'Could not let the feeds of a server go on, retrying');
      return null;
    }
  }

  /**
   * Looks at unclear targets again, for six hours. The greeting, other feeds and other servers do not wait for them.
   */
  #resumeLater(server: NewServer, unclear: readonly Target[], since: number): void {
    const { clock, random, log, signal, resumeFeeds } = this.#parts;
    if (unclear.length === 0) return;
    const waitMs = nextRetryMs({ since }, clock.now(), random());
    if (waitMs === null) {
      log.warn({ guild: server.id, targets: unclear }, 'Pauses stay: Discord does not say whether they are over');
      return;
    }
    void clock.sleep(waitMs, signal).then(() =>
      this.#do(async () => {
        if (signal.aborted) return;
        const left = await resumeFeeds(server.id, unclear).catch(() => ({ unclear }));
        this.#resumeLater(server, left.unclear, since);
      }),
    );
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
