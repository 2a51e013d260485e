import type { Change } from '../market/change.ts';
import { gathersUntil } from './claim-rules.ts';
import type { Feed } from './feed.ts';
import { type Cause, type Routed, type Target, targetKey, targetOf } from './notice.ts';
import type { Person } from './person.ts';
import type { QuietHours } from './quiet.ts';
import { findRecipients, NoticesByTarget } from './recipients.ts';
import { EMPTY_MATCH_CONTEXT, type MatchContext } from './shop-news.ts';
import { SubscriptionIndex } from './subscription-index.ts';
import { isOfDeals } from './under-worth.ts';
import type { Watch } from './watch.ts';

/** All feeds and watches, in memory. Finds the recipients of a change without checking each of them. */
export class SubscriptionsInMemory {
  readonly #byId = new Map<string, Feed | Watch>();
  readonly #byTarget = new Map<string, (Feed | Watch)[]>();
  readonly #feedsByGuild = new Map<string, Map<string, Feed>>();
  readonly #index = new SubscriptionIndex();
  /** Ids of the feeds and watches for deals. */
  readonly #deals = new Set<string>();
  readonly #people = new Map<string, Person>();
  readonly #putListeners = new Set<(subscription: Feed | Watch) => void>();

  /**
   * Notifies the listener of every feed and watch that is saved.
   * @returns a function that removes the listener
   */
  onPut(listener: (subscription: Feed | Watch) => void): () => void {
    this.#putListeners.add(listener);
    return () => void this.#putListeners.delete(listener);
  }

  putFeed(feed: Feed): void {
    this.#put(feed);
    const feeds = this.#feedsByGuild.get(feed.guildId) ?? new Map<string, Feed>();
    this.#feedsByGuild.set(feed.guildId, feeds.set(feed.id, feed));
  }

  putWatch(watch: Watch): void {
    this.#put(watch);
  }

  putPerson(person: Person): void {
    this.#people.set(person.id, person);
  }

  removePerson(id: string): void {
    this.#people.delete(id);
  }

  person(id: string): Person | null {
    return this.#people.get(id) ?? null;
  }

  people(): Iterable<Person> {
    return this.#people.values();
  }

  /** Returns the quiet hours of a feed or watch, or null if it has none. */
  quietOf(subscription: Feed | Watch): QuietHours | null {
    return subscription.type === 'watch' ? (this.person(subscription.userId)?.quiet ?? null) : subscription.quiet;
  }

  remove(id: string): void {
    const subscription = this.#byId.get(id);
    if (!subscription) return;
    this.#byId.delete(id);
    this.#index.remove(subscription);
    this.#deals.delete(id);
    const key = targetKey(targetOf(subscription));
    const left = this.#byTarget.get(key)?.filter((other) => other !== subscription) ?? [];
    if (left.length > 0) this.#byTarget.set(key, left);
    else this.#byTarget.delete(key);
    if (subscription.type === 'watch') return;
    const feeds = this.#feedsByGuild.get(subscription.guildId);
    feeds?.delete(id);
    if (feeds?.size === 0) this.#feedsByGuild.delete(subscription.guildId);
  }

  get(id: string): Feed | Watch | undefined {
    return this.#byId.get(id);
  }

  /** Returns the feeds of a channel, or the watches of a user. */
  of(target: Target): readonly (Feed | Watch)[] {
    return [...(this.#byTarget.get(targetKey(target)) ?? [])];
  }

  /** Returns the feeds of a server in the order of their creation. */
  feedsOf(guildId: string): readonly Feed[] {
    return [...(this.#feedsByGuild.get(guildId)?.values() ?? [])].sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Returns the watches of a user in the order of their creation. */
  watchesOf(userId: string): readonly Watch[] {
    const watches = this.of({ kind: 'user', id: userId }).filter((subscription) => subscription.type === 'watch');
    return watches.sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Returns the feeds and watches whose item has this key. */
  withItemKey(key: string): readonly (Feed | Watch)[] {
    return this.#index.withItemKey(key);
  }

  /** Iterates over feeds and watches; see `watches`. */
  all(): Iterable<Feed | Watch> {
    return this.#byId.values();
  }

  /**
   * Iterates over all users' watches, because there may be a million. May miss or include what is saved or removed
   * meanwhile.
   */
  *watches(): Iterable<Watch> {
    for (const subscription of this.#byId.values()) if (subscription.type === 'watch') yield subscription;
  }

  /** Returns whether any feed is of this kind. Crier does no work for kinds without a feed. */
  hasFeeds(kind: Feed['kind']): boolean {
    return this.#feeds().some((feed) => feed.kind === kind);
  }

  /** Returns whether any feed or watch is for deals. */
  hasDeals(): boolean {
    return this.#deals.size > 0;
  }

  /**
   * Finds the recipients of a change: one notice for each target, naming every feed or watch there that asked for it.
   */
  route(change: Change, now: number, matchContext: MatchContext = EMPTY_MATCH_CONTEXT): readonly Routed[] {
    return findRecipients(change, this.#index.find(change, matchContext), now, matchContext);
  }

  /** Finds the recipients of a change of the game server's health. */
  routeServer(cause: Extract<Cause, { kind: 'server' }>): readonly Routed[] {
    const notices = new NoticesByTarget(cause);
    for (const feed of this.#feeds()) {
      if (feed.kind === 'health' && !feed.paused) notices.add(feed, gathersUntil(feed, cause, cause.at));
    }
    return notices.all;
  }

  #feeds(): readonly Feed[] {
    return [...this.#feedsByGuild.values()].flatMap((feeds) => [...feeds.values()]);
  }

  #put(subscription: Feed | Watch): void {
    this.remove(subscription.id);
    for (const listener of this.#putListeners) listener(subscription);
    this.#byId.set(subscription.id, subscription);
    this.#index.add(subscription);
    if (isOfDeals(subscription)) this.#deals.add(subscription.id);
    const key = targetKey(targetOf(subscription));
    const sources = this.#byTarget.get(key);
    if (sources === undefined) this.#byTarget.set(key, [subscription]);
    else sources.push(subscription);
  }
}
