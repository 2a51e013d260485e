import type { Log } from '../../ports/log.ts';
import type { Outcome } from '../../ports/messenger.ts';
import { nextRetryMs } from '../../routing/retried-refusal.ts';
import { Backoff } from '../../time/backoff.ts';
import type { Clock } from '../../time/clock.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import type { ReturnedFeed } from '../render/answer/greeting.ts';
import type { JoinedServer, KnownServers } from './known-servers.ts';

/** A bot that was removed meanwhile is refused by all channels, and Discord bans an address after many refusals. */
const MOST_CHANNELS = 10;
/** Before the store or Discord is asked again; the back-off comes on top. */
const RESUME_AGAIN_MS = 2_000;
const BACKOFF = new Backoff({ firstMs: 1_000, capMs: 60_000, jitter: 0.5 });

/** A server to be greeted. */
export interface NewServer extends JoinedServer {
  /** BCP 47; the server's. */
  readonly locale: string;
  /** Where the greeting may go, the best first. */
  readonly channelIds: readonly string[];
}

/** What Discord said to a greeting. */
export type GreetingOutcome = { readonly kind: 'posted' } | Outcome;

export interface GreeterParts {
  readonly known: KnownServers;
  /** Lets the feeds of an earlier membership go on. Called before each attempt to greet; rejects to be retried. */
  readonly resumeFeeds: (serverId: string) => Promise<readonly ReturnedFeed[]>;
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
   */
  #meet(server: NewServer, failures: number, refusedSince: number | null = null): Promise<void> {
    const { known, clock, random, signal } = this.#parts;
    return this.#do(async () => {
      if (signal.aborted || server.joinedAt === null || (await known.has(server))) return;
      const end = await this.#welcome(server, failures === 0);
      if (end.kind === 'over') await known.add(server);
      if (end.kind !== 'retry') return;
      const isRefused = 'unlistedCode' in end;
      const since = isRefused ? (refusedSince ?? clock.now()) : refusedSince;
      const refusedMs = isRefused && since !== null ? nextRetryMs({ since }, clock.now(), random()) : 0;
      // Refused for six hours: a greeting is of no use any more.
      if (refusedMs === null) return known.add(server);
      const waited = clock.sleep(refusedMs || BACKOFF.after(failures).waitMs(random(), end.waitMs), signal);
      void waited.then(() => this.#meet(server, failures + 1, since));
    });
  }

  async #welcome(server: NewServer, isFirst: boolean) {
    let feeds: readonly ReturnedFeed[];
    try {
      feeds = await this.#parts.resumeFeeds(server.id);
    } catch (error) {
      const level = isFirst ? 'warn' : 'debug';
      this.#parts.log[level]({ err: error, guild: server.id }, 'Could not let the feeds of a server go on, retrying');
      return { kind: 'retry', waitMs: RESUME_AGAIN_MS } as const;
    }
    return this.#greet(server, feeds);
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
