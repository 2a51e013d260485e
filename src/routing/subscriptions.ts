import type { Change } from '../market/change.ts';
import { type Feed, gathersUntil } from './feed.ts';
import { improvementOf } from './improvement.ts';
import { feedMatches, isAwake, watchMatches } from './match.ts';
import { EMPTY_MATCH_CONTEXT, type MatchContext } from './match-context.ts';
import type { Cause, Routed, Target } from './notice.ts';
import type { Person } from './person.ts';
import type { QuietHours } from './quiet.ts';
import { SubscriptionIndex } from './subscription-index.ts';
import { targetKey } from './target.ts';
import type { Watch } from './watch.ts';

/** All feeds and watches, in memory: whom to tell of a change is found without looking at each of them. */
export class Subscriptions {
  readonly #byId = new Map<string, Feed | Watch>();
  readonly #byTarget = new Map<string, Map<string, Feed | Watch>>();
  readonly #feedsByGuild = new Map<string, Map<string, Feed>>();
  readonly #index = new SubscriptionIndex();
  readonly #people = new Map<string, Person>();
  #version = 0;

  /** Grows with every feed or watch that is put. */
  get version(): number {
    return this.#version;
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
    takeOut(this.#byTarget, targetKey(targetOf(subscription)), id);
    if (subscription.type === 'feed') takeOut(this.#feedsByGuild, subscription.guildId, id);
  }

  get(id: string): Feed | Watch | undefined {
    return this.#byId.get(id);
  }

  /** The feeds of a channel, or the watches of a person. */
  of(target: Target): readonly (Feed | Watch)[] {
    return [...(this.#byTarget.get(targetKey(target))?.values() ?? [])];
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

  /** Everybody's. */
  watches(): readonly Watch[] {
    return [...this.#byId.values()].filter((subscription): subscription is Watch => subscription.type === 'watch');
  }

  /** Whether any feed is of this kind; what nobody wants to hear need not be looked after. */
  hasFeeds(kind: Feed['kind']): boolean {
    return [...this.#feedsByGuild.values()].some((feeds) => [...feeds.values()].some((feed) => feed.kind === kind));
  }

  /** Who is told of a change: one notice for each destination, naming every feed or watch there that asked for it. */
  route(change: Change, now: number, matchContext: MatchContext = EMPTY_MATCH_CONTEXT): readonly Routed[] {
    return perTarget([...this.#matching(change, now, matchContext)], { kind: 'change', change }, now);
  }

  /** Who is told that the game server's health has changed. */
  routeServer(cause: Extract<Cause, { kind: 'server' }>): readonly Routed[] {
    const feeds = [...this.#byId.values()].filter((subscription): subscription is Feed => subscription.type === 'feed');
    const awake = feeds.filter((feed) => feed.kind === 'health' && !feed.paused);
    return perTarget(awake, cause, cause.at);
  }

  *#matching(change: Change, now: number, matchContext: MatchContext): Generator<Feed | Watch, void> {
    for (const feed of this.#index.feedsFor(change)) if (feedMatches(feed, change, matchContext)) yield feed;
    for (const watch of this.#index.watchesFor(change, matchContext)) {
      if (!isAwake(watch, now)) continue;
      // What was delivered last is not known here: delivery decides whether a shop that matched already is delivered again.
      if (watchMatches(watch, change, matchContext) || improvementOf(watch, change) !== null) yield watch;
    }
  }

  #put(subscription: Feed | Watch): void {
    this.remove(subscription.id);
    this.#version += 1;
    this.#byId.set(subscription.id, subscription);
    this.#index.add(subscription);
    const key = targetKey(targetOf(subscription));
    const sources = this.#byTarget.get(key) ?? new Map<string, Feed | Watch>();
    this.#byTarget.set(key, sources.set(subscription.id, subscription));
  }
}

function perTarget(sources: readonly (Feed | Watch)[], cause: Cause, now: number): readonly Routed[] {
  const notices = new Map<string, Routed>();
  for (const subscription of sources) {
    const target = targetOf(subscription);
    const key = targetKey(target);
    const known = notices.get(key);
    const dueAt = subscription.type === 'watch' ? now : gathersUntil(subscription, now);
    notices.set(key, {
      target,
      cause,
      subscriptionIds: [...(known?.subscriptionIds ?? []), subscription.id],
      dueAt: Math.min(dueAt, known?.dueAt ?? dueAt),
    });
  }
  return [...notices.values()];
}

/** Where a feed or watch tells. */
export function targetOf(subscription: Feed | Watch): Target {
  return subscription.type === 'watch'
    ? { kind: 'user', id: subscription.userId }
    : { kind: 'channel', id: subscription.channelId };
}

function takeOut<T>(groups: Map<string, Map<string, T>>, key: string, id: string): void {
  const group = groups.get(key);
  group?.delete(id);
  if (group?.size === 0) groups.delete(key);
}
