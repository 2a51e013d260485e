import type { Change } from '../market/change.ts';
import { gathersUntil } from './claim-rules.ts';
import type { Feed } from './feed.ts';
import { type Cause, type Routed, type Target, targetKey, targetOf } from './notice.ts';
import type { Person, QuietHours } from './quiet.ts';
import { findRecipients, NoticesByTarget } from './recipients.ts';
import { EMPTY_MATCH_CONTEXT, type MatchContext } from './shop-news.ts';
import { SubscriptionIndex } from './subscription-index.ts';
import { isOfDeals } from './under-worth.ts';
import type { Watch } from './watch.ts';

/** All feeds and watches, in memory: whom to tell of a change is found without looking at each of them. */
export class SubscriptionsInMemory {
  readonly #byId = new Map<string, Feed | Watch>();
  readonly #byTarget = new Map<string, (Feed | Watch)[]>();
  readonly #feedsByGuild = new Map<string, Map<string, Feed>>();
  readonly #index = new SubscriptionIndex();
  /** Ids of the feeds and watches for deals. */
  readonly #deals = new Set<string>();
  readonly #people = new Map<string, Person>();
  readonly #putListeners = new Set<(subscription: Feed | Watch) => void>();

  /** Tells of every feed and watch that is put, until what it gives is called. */
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

  /** The quiet hours that a feed or watch keeps; null: none. */
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

  /** The feeds of a channel, or the watches of a person. */
  of(target: Target): readonly (Feed | Watch)[] {
    return [...(this.#byTarget.get(targetKey(target)) ?? [])];
  }

  /** In the order of their making. */
  feedsOf(guildId: string): readonly Feed[] {
    return [...(this.#feedsByGuild.get(guildId)?.values() ?? [])].sort((a, b) => a.createdAt - b.createdAt);
  }

  /** In the order of their making. */
  watchesOf(userId: string): readonly Watch[] {
    const watches = this.of({ kind: 'user', id: userId }).filter((subscription) => subscription.type === 'watch');
    return watches.sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Feeds and watches whose item is this key. */
  withItemKey(key: string): readonly (Feed | Watch)[] {
    return this.#index.withItemKey(key);
  }

  /** Feeds and watches, one by one; see `watches`. */
  all(): Iterable<Feed | Watch> {
    return this.#byId.values();
  }

  /** Everybody's, one by one: there may be a million. What is put or removed meanwhile may be among them or not. */
  *watches(): Iterable<Watch> {
    for (const subscription of this.#byId.values()) if (subscription.type === 'watch') yield subscription;
  }

  /** Whether any feed is of this kind; what nobody wants to hear need not be looked after. */
  hasFeeds(kind: Feed['kind']): boolean {
    return this.#feeds().some((feed) => feed.kind === kind);
  }

  /** Whether any feed or watch is for deals. */
  hasDeals(): boolean {
    return this.#deals.size > 0;
  }

  /** Who is told of a change: one notice for each destination, naming every feed or watch there that asked for it. */
  route(change: Change, now: number, matchContext: MatchContext = EMPTY_MATCH_CONTEXT): readonly Routed[] {
    return findRecipients(change, this.#index.find(change, matchContext), now, matchContext);
  }

  /** Who is told that the game server's health has changed. */
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
