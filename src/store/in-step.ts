import type { Settings } from '../ports/settings.ts';
import type { Book } from '../routing/book.ts';

/** Settings whose every write, once it is on disk, is in the book too: what is routed is what is stored. */
export function keepInStep(settings: Settings, book: Book): Settings {
  return {
    feeds: () => settings.feeds(),
    watches: () => settings.watches(),
    async putFeed(feed) {
      await settings.putFeed(feed);
      book.putFeed(feed);
    },
    async putWatch(watch) {
      await settings.putWatch(watch);
      book.putWatch(watch);
    },
    async removeFeed(id) {
      await settings.removeFeed(id);
      book.remove(id);
    },
    async removeWatch(id) {
      await settings.removeWatch(id);
      book.remove(id);
    },
  };
}
