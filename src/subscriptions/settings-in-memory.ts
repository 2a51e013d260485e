import type { Settings } from '../ports/settings.ts';
import type { SubscriptionsInMemory } from '../routing/subscriptions-in-memory.ts';

/** Settings whose every write, once it is on disk, is in memory too: what is routed is what is stored. */
export function keepInStep(settings: Settings, subscriptions: SubscriptionsInMemory): Settings {
  return {
    feeds: () => settings.feeds(),
    watches: () => settings.watches(),
    people: () => settings.people(),
    async putFeed(feed) {
      await settings.putFeed(feed);
      subscriptions.putFeed(feed);
    },
    async putWatch(watch) {
      await settings.putWatch(watch);
      subscriptions.putWatch(watch);
    },
    async putPerson(person) {
      await settings.putPerson(person);
      subscriptions.putPerson(person);
    },
    async removeFeed(id) {
      await settings.removeFeed(id);
      subscriptions.remove(id);
    },
    async removeWatch(id) {
      await settings.removeWatch(id);
      subscriptions.remove(id);
    },
    async removePerson(id) {
      await settings.removePerson(id);
      subscriptions.removePerson(id);
    },
  };
}
