import type { Feed } from '../routing/feed.ts';
import type { Person } from '../routing/person.ts';
import type { Watch } from '../routing/watch.ts';

/** How many of each; `people`: those whose quiet hours are kept. */
export interface SettingsTally {
  readonly feeds: number;
  readonly watches: number;
  readonly people: number;
}

/**
 * What is not there of the settings. `lost`: what a start did not find any more, epoch ms of that start; null: nothing.
 * `setAside`: what cannot be read and stays in the store.
 */
export interface SettingsLack {
  readonly lost: (SettingsTally & { readonly at: number }) | null;
  readonly setAside: SettingsTally;
}

/**
 * What people typed. A write that resolves is on disk; a write that fails rejects with `NotSaved` and changes nothing.
 * Reads give every good record; a record that cannot be read is set aside (kept in the store, counted, logged), never
 * silently dropped. Ids are unique over feeds and watches.
 */
export interface Settings {
  feeds(): Promise<readonly Feed[]>;
  watches(): Promise<readonly Watch[]>;
  people(): Promise<readonly Person[]>;
  putFeed(feed: Feed): Promise<void>;
  putWatch(watch: Watch): Promise<void>;
  putPerson(person: Person): Promise<void>;
  removeFeed(id: string): Promise<void>;
  removeWatch(id: string): Promise<void>;
  removePerson(id: string): Promise<void>;
}
