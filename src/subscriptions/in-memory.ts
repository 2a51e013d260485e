import type { Change } from '../market/change.ts';
import type { Router } from '../ports/router.ts';
import type { Subscriptions } from '../ports/settings.ts';
import type { Feed } from '../routing/feed.ts';
import type { Routed, Target } from '../routing/notice.ts';
import { gatherListed } from '../routing/recipients.ts';
import type { MatchContext } from '../routing/shop-news.ts';
import { SubscriptionIndex } from '../routing/subscription-index.ts';
import type { SubscriptionsInMemory } from '../routing/subscriptions-in-memory.ts';
import type { Watch } from '../routing/watch.ts';
import type { Clock } from '../time/clock.ts';
import { inSlices } from '../time/cooperate.ts';

/** Limits the rounds in which subscriptions saved meanwhile are matched in slices. Few are left for the last one. */
const LAST_ROUND = 3;

interface RouteParts {
  readonly memory: Pick<SubscriptionsInMemory, 'get' | 'route' | 'routeServer' | 'onPut' | 'hasDeals'>;
  readonly isPaused: (target: Target) => boolean;
  readonly clock: Pick<Clock, 'now'>;
}

/** Routes by the subscriptions in memory at the time of the call. */
export function routeInMemory({ memory, isPaused, clock }: RouteParts): Router {
  const withoutPaused = (notices: readonly Routed[]) => notices.filter(({ target }) => !isPaused(target));
  const routeOne = (change: Change, context: MatchContext) => withoutPaused(memory.route(change, clock.now(), context));

  return {
    prepare: routeOne,
    route: async (unrouted) => unrouted.map(({ change, context }) => routeOne(change, context)),
    async routeAll(changes, context, isFlood = false) {
      const routed: (readonly Routed[])[] = [];
      // A subscription saved during the routing missed the earlier changes, and the answer to its user showed the
      // market before them.
      let late = new Map<string, Feed | Watch>();
      const stop = memory.onPut((subscription) => late.set(subscription.id, subscription));
      try {
        await inSlices(routeEach(changes, routed, (change) => routeOne(change, context)));
        for (let round = 1; late.size > 0; round += 1) {
          const again = routeEach(changes, routed, routeAgain(late, routed, context));
          late = new Map();
          // The last round does not yield, so that nothing can be saved in it.
          if (round < LAST_ROUND) await inSlices(again);
          else for (const _ of again);
        }
        if (isFlood) {
          const gathered = await inSlices(gatherListed(routed.flat(), (id) => memory.get(id)));
          if (late.size === 0) return gathered;
          for (const _ of routeEach(changes, routed, routeAgain(late, routed, context)));
          return atOnce(gatherListed(routed.flat(), (id) => memory.get(id)));
        }
      } finally {
        stop();
      }
      return routed.flat();
    },
    waitsForDeals: async () => memory.hasDeals(),
    routeServer: async (cause) => withoutPaused(memory.routeServer(cause)),
  };

  /** Routes a change again if it concerns a late subscription, or was routed to one. */
  function routeAgain(
    late: ReadonlyMap<string, Feed | Watch>,
    routed: readonly (readonly Routed[])[],
    context: MatchContext,
  ) {
    const index = new SubscriptionIndex();
    for (const subscription of late.values()) index.add(subscription);
    return (change: Change, n: number) => {
      const { feeds, watches } = index.find(change, context);
      const before = routed[n] ?? [];
      const isConcerned = feeds.length + watches.length > 0;
      const wasRouted = before.some(({ subscriptionIds }) => subscriptionIds.some((id) => late.has(id)));
      return isConcerned || wasRouted ? routeOne(change, context) : before;
    };
  }
}

/** Collects the notices of each change at the change's position. Yields after each. */
function* routeEach(
  changes: readonly Change[],
  routed: (readonly Routed[])[],
  routeOne: (change: Change, n: number) => readonly Routed[],
): Generator<void, void> {
  for (const [n, change] of changes.entries()) {
    routed[n] = routeOne(change, n);
    yield;
  }
}

/** Does all of the work without yielding. */
function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Looks subscriptions up in memory. A lookup shows later changes too. */
export function askInMemory(memory: SubscriptionsInMemory): Subscriptions {
  return {
    lookup: async () => memory,
    get: async (id) => memory.get(id) ?? null,
    of: async (target) => memory.of(target),
    feedsOf: async (guildId) => memory.feedsOf(guildId),
    watchesOf: async (userId) => memory.watchesOf(userId),
    person: async (id) => memory.person(id),
    async *people() {
      yield* memory.people();
    },
    hasFeeds: async (kind) => memory.hasFeeds(kind),
    watchedKeys: async () => {
      const keys = new Set<string>();
      for (const { item } of memory.watches()) if (item?.key !== undefined) keys.add(item.key);
      return keys;
    },
    withItemKeys: async (keys) => keys.flatMap((key) => memory.withItemKey(key)),
    async *all() {
      yield* memory.all();
    },
    async *endingBefore(at) {
      for (const watch of memory.watches()) {
        if (watch.repeat === 'once' || (watch.expiresAt !== null && watch.expiresAt < at)) yield watch;
      }
    },
  };
}
