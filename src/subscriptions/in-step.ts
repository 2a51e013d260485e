import type { Settings } from '../ports/settings.ts';
import type { Book } from '../routing/subscriptions.ts';

/** Settings whose every write, once it is on disk, is in the book too: what is routed is what is stored. */
export function keepInStep(settings: Settings, book: Book): Settings {
  return {
    feeds: () => settings.feeds(),
    watches: () => settings.watches(),
    people: () => settings.people(),
    async putFeed(feed) {
      await settings.putFeed(feed);
      book.putFeed(feed);
    },
    async putWatch(watch) {
      await settings.putWatch(watch);
      book.putWatch(watch);
    },
    async putPerson(person) {
      await settings.putPerson(person);
      book.putPerson(person);
    },
    async removeFeed(id) {
      await settings.removeFeed(id);
      book.remove(id);
    },
    async removeWatch(id) {
      await settings.removeWatch(id);
      book.remove(id);
    },
    async removePerson(id) {
      await settings.removePerson(id);
      book.removePerson(id);
    },
  };
}
