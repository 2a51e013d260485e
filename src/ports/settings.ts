import type { Feed, FeedKind } from '../routing/feed.ts';
import type { Target } from '../routing/notice.ts';
import type { OwnSettings, Person } from '../routing/person.ts';
import type { QuietHours } from '../routing/quiet.ts';
import type { RetriedRefusal } from '../routing/retried-refusal.ts';
import type { Watch } from '../routing/watch.ts';
import type { LastDelivery } from './outbox.ts';

/** Counts of settings. `people` counts the users with other settings than watches. */
export interface SettingsTally {
  readonly feeds: number;
  readonly watches: number;
  readonly people: number;
}

/** Settings that the store lost or cannot read. */
export interface SettingsLack {
  /** Epoch ms at which a corrupt store was quarantined, for a week, else null. Its settings are in no list. */
  readonly quarantinedAt: number | null;
  /** Counts of unreadable records, which stay in the store. */
  readonly unreadable: SettingsTally;
}

/**
 * The users' settings. A write that resolves is on disk. A write that fails rejects with `NotSaved` and changes
 * nothing, unless its `isOutcomeUnknown`.
 * Reads return every readable record. An unreadable one is quarantined: kept in the store, counted and logged, but in
 * no list. Ids are unique over feeds and watches.
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

/** The feeds and watches by which a target's notices are judged. */
export interface SubscriptionLookup {
  get(id: string): Feed | Watch | undefined;
  /** Returns those whose notices go to this target. */
  of(target: Target): readonly (Feed | Watch)[];
  /** Returns the settings of the target's user or of a watch's user, or null if they have none. */
  person(id: string): Person | null;
  /** Returns the quiet hours of a feed or watch, or null if it has none. */
  quietOf(subscription: Feed | Watch): QuietHours | null;
}

/** The current feeds, watches and quiet hours. All calls reject with the store's error. */
export interface Subscriptions {
  /** Reads the settings of this target and of these ids in one call, for the message to be sealed. */
  lookup(target: Target, ids: readonly string[]): Promise<SubscriptionLookup>;
  /** @returns a feed or a watch, or null if it was removed */
  get(id: string): Promise<Feed | Watch | null>;
  /** Returns the feeds of a channel, or the watches of a user. */
  of(target: Target): Promise<readonly (Feed | Watch)[]>;
  /** Returns the feeds of a server in the order of their creation. */
  feedsOf(guildId: string): Promise<readonly Feed[]>;
  /** Returns the watches of a user in the order of their creation. */
  watchesOf(userId: string): Promise<readonly Watch[]>;
  /** @returns the user's settings, or null if they have none */
  person(id: string): Promise<Person | null>;
  /** Iterates over the settings of all users. May miss or include what is saved or removed meanwhile. */
  people(): AsyncIterable<Person>;
  /** Returns whether any feed is of this kind. Crier does no work for kinds without a feed. */
  hasFeeds(kind: FeedKind): Promise<boolean>;
  /** Returns feeds and watches whose item has one of these keys, as they are stored. */
  withItemKeys(keys: readonly string[]): Promise<readonly (Feed | Watch)[]>;
  /**
   * Iterates over watches that end before `at` (epoch ms) or are `once`. May miss or include what is saved or removed
   * meanwhile.
   */
  endingBefore(at: number): AsyncIterable<Watch>;
  /** Iterates over every feed and watch. May miss or include what is saved or removed meanwhile. */
  all(): AsyncIterable<Feed | Watch>;
  /** Returns the keys of the identities that watches name. */
  watchedKeys(): Promise<ReadonlySet<string>>;
}

/**
 * The reverse of a change of a user's watches: saves the watches in `put`, then removes those with the ids in `remove`.
 * `quiet` is the quiet hours to restore, or absent if unchanged.
 */
export interface UndoStep {
  readonly put: readonly Watch[];
  readonly remove: readonly string[];
  readonly quiet?: QuietHours | null;
}

/** A saved undo step with its key. */
export interface KeptUndo {
  readonly key: string;
  readonly step: UndoStep;
}

/** The last change of each user, saved for ten minutes and through restarts. */
export interface Undos {
  /**
   * Replaces the user's undo step.
   * @returns a short key, safe in a custom id
   */
  keep(userId: string, step: UndoStep): Promise<string>;
  /** @returns the user's step, which stays saved, or null if there is none */
  last(userId: string): Promise<KeptUndo | null>;
  /**
   * Deletes the user's step and returns it.
   * @param key if given, another step is left alone
   * @returns null if there is none, or if it has another key
   */
  take(userId: string, key?: string): Promise<KeptUndo | null>;
  forget(userId: string): Promise<void>;
}

/** A change of one feed. `after` is null if the feed was removed, and absent in a record of an earlier Crier. */
export interface FeedStep {
  readonly before: Feed;
  readonly after?: Feed | null;
}

/**
 * Changes of feeds. *Undo* restores those feeds that were not changed again. Saved for ten minutes and through
 * restarts.
 */
export interface FeedUndos {
  /** @returns a short key, safe in a custom id */
  keep(steps: readonly [FeedStep, ...FeedStep[]]): Promise<string>;
  /** @returns the steps, or null if the key is unknown or expired */
  find(key: string): Promise<readonly FeedStep[] | null>;
  forget(key: string): Promise<void>;
}

/** The user or server whose settings change, or the channel or user that Discord refuses, by snowflake. */
export type SettingsOwner = `user:${string}` | `guild:${string}` | `channel:${string}`;

/**
 * Transactions that change settings and pauses. Two of one owner never overlap, at any process on the store. All writes
 * of one are saved, or none.
 */
export interface SettingsTransactions {
  /**
   * Runs `work` after all earlier transactions of the same owner. `work` uses the store alone, reads before it writes,
   * and never reads its own writes, because a store may collect them until `work` has resolved. It may run again after
   * a lost connection. Writes that return a value (`seal`, `split`, `settle`) are never part of a transaction.
   * @throws NotSaved if the writes failed, else the error of `work`
   */
  run<T>(of: SettingsOwner, work: () => Promise<T>): Promise<T>;
}

/** The fields of a watch that a watch file holds. */
export type WatchDraft = Pick<
  Watch,
  | 'item'
  | 'trigger'
  | 'price'
  | 'filter'
  | 'percent'
  | 'minSaving'
  | 'repeat'
  | 'cooldownMinutes'
  | 'everyMinutes'
  | 'expiresAt'
  | 'paused'
>;

/** The first fault of a file's entry. `field` is a path such as `filter.maxPrice`. */
export type EntryFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'missing' | 'empty' | 'number' | 'wrong' | 'unknown'; readonly field: string }
  | { readonly kind: 'values'; readonly field: string; readonly values: readonly string[] }
  /** `long` counts letters, or the parts of a list. */
  | { readonly kind: 'most' | 'least' | 'long'; readonly field: string; readonly limit: number };

/**
 * The content of a watch file. `refused` lists invalid entries by position from 1. `fault` says why the file as a whole
 * is invalid.
 */
export type WatchFile =
  | { readonly fault: 'newer' | 'other' }
  | {
      readonly fault: null;
      /** The user's own settings; null if the file has none, `unreadable` if they are invalid. */
      readonly me: OwnSettings | 'unreadable' | null;
      readonly drafts: readonly { readonly place: number; readonly draft: WatchDraft }[];
      readonly refused: readonly { readonly place: number; readonly why: EntryFault }[];
    };

/** Data about a user besides their settings, for them to read in their file. Times are epoch ms. */
export interface StoredFacts {
  readonly watches: readonly (Pick<Watch, 'id' | 'createdAt' | 'locale' | 'snoozedUntil' | 'absences'> & {
    readonly lastDelivery: LastDelivery | null;
  })[];
  /** The step that undoes the last change. */
  readonly lastChange: UndoStep | null;
  /** The time that the last weekly message was for. */
  readonly lastWeekly: number | null;
  /** The channel of their direct messages. */
  readonly directMessages: string | null;
  /** Discord's code for which it refuses messages to the user. */
  readonly pausedFor: number | null;
  readonly refusal: RetriedRefusal | null;
  /** The queries and commands behind buttons. */
  readonly queries: readonly object[];
  /** The notices of the last week, newest first. */
  readonly notices: readonly {
    readonly kind: string;
    readonly dueAt: number;
    readonly watches: readonly string[];
    readonly end: { readonly at: number; readonly why: string | null; readonly messageId: string | null } | null;
  }[];
}

/** Writes and reads a user's watches and own settings as a JSON file, validated by the store's schema. */
export interface WatchFiles {
  /**
   * @param person null if the user has no settings beside the watches
   * @param stored data that an import ignores
   */
  write(watches: readonly Watch[], person: Person | null, stored?: StoredFacts): string;
  /** @param readPrice reads a price that was typed as text, such as `32 for 3`, or returns null if it is none */
  read(text: string, readPrice: (typed: string) => number | null): WatchFile;
}
