import type { Subscriptions } from '../ports/settings.ts';
import type { SubscriptionsInMemory } from '../routing/subscriptions-in-memory.ts';

/** Answers from memory; a lookup sees what changes while it is looked at. */
export function askInMemory(memory: SubscriptionsInMemory): Subscriptions {
  return {
    lookup: async () => memory,
    get: async (id) => memory.get(id) ?? null,
    of: async (target) => memory.of(target),
    feedsOf: async (guildId) => memory.feedsOf(guildId),
    watchesOf: async (userId) => memory.watchesOf(userId),
    person: async (id) => memory.person(id),
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
