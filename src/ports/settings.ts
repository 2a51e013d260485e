import type { Feed, FeedKind } from '../routing/feed.ts';
import type { Target } from '../routing/notice.ts';
import type { Person, QuietHours } from '../routing/quiet.ts';
import type { Watch } from '../routing/watch.ts';

/** How many of each; `people`: those whose quiet hours are kept. */
export interface SettingsTally {
  readonly feeds: number;
  readonly watches: number;
  readonly people: number;
}

/** Settings that are missing. */
export interface SettingsLack {
  /** When a corrupt store was quarantined, epoch ms, for a week; else null. Its settings are in no list. */
  readonly quarantinedAt: number | null;
  /** Records that cannot be read. They stay in the store. */
  readonly unreadable: SettingsTally;
}

/**
 * The settings that users typed. A write that resolves is on disk. A write that fails rejects with `NotSaved` and changes nothing,
 * unless its `isOutcomeUnknown`.
 * Reads give every good record. An unreadable record is quarantined: kept in the store, counted and logged, but in no
 * list. Ids are unique over feeds and watches.
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

/** The feeds and watches that a target's notices are judged by. */
export interface SubscriptionLookup {
  get(id: string): Feed | Watch | undefined;
  /** Those whose notices go to this target. */
  of(target: Target): readonly (Feed | Watch)[];
  /** The quiet hours that one keeps; null: none. */
  quietOf(subscription: Feed | Watch): QuietHours | null;
}

/**
 * The feeds and watches, and what people set for themselves, as they stand when asked. Rejects with the store's error.
 */
export interface Subscriptions {
  /** Reads the settings of this target and of these ids at once, for the message that is being made. */
  lookup(target: Target, ids: readonly string[]): Promise<SubscriptionLookup>;
  /** A feed or a watch; null: it is gone. */
  get(id: string): Promise<Feed | Watch | null>;
  /** The feeds of a channel, or the watches of a person. */
  of(target: Target): Promise<readonly (Feed | Watch)[]>;
  /** In the order of their making. */
  feedsOf(guildId: string): Promise<readonly Feed[]>;
  /** In the order of their making. */
  watchesOf(userId: string): Promise<readonly Watch[]>;
  /** null: they have set nothing. */
  person(id: string): Promise<Person | null>;
  /** Whether any feed is of this kind; what nobody wants to hear need not be looked after. */
  hasFeeds(kind: FeedKind): Promise<boolean>;
  /** Feeds and watches whose item has one of these keys, as they are stored. */
  withItemKeys(keys: readonly string[]): Promise<readonly (Feed | Watch)[]>;
  /**
   * Watches that end before then, epoch ms, or that tell once; what is put or removed meanwhile may be among them or
   * not.
   */
  endingBefore(at: number): AsyncIterable<Watch>;
  /** Every feed and watch; what is put or removed meanwhile may be among them or not. */
  all(): AsyncIterable<Feed | Watch>;
  /** The keys of the identities that watches name. */
  watchedKeys(): Promise<ReadonlySet<string>>;
}

/**
 * Undoes a change of a user's watches: puts these, then removes those. `quiet`: the quiet hours to restore; absent:
 * unchanged.
 */
export interface UndoStep {
  readonly put: readonly Watch[];
  readonly remove: readonly string[];
  readonly quiet?: QuietHours | null;
}

/** A step as it is kept, with its key. */
export interface KeptUndo {
  readonly key: string;
  readonly step: UndoStep;
}

/** Everybody's last change, for ten minutes, through restarts. */
export interface Undos {
  /** Takes the place of the person's step before. A short key, safe in a custom id. */
  keep(userId: string, step: UndoStep): Promise<string>;
  /** The person's step; it stays. null: none. */
  last(userId: string): Promise<KeptUndo | null>;
  /** The person's step, once; with `key` only if it is still that one. null: none, or not that one. */
  take(userId: string, key?: string): Promise<KeptUndo | null>;
  forget(userId: string): Promise<void>;
}

/** A change of one feed. `after`: null if it was removed; absent in a record of an earlier Crier. */
export interface FeedStep {
  readonly before: Feed;
  readonly after?: Feed | null;
}

/**
 * Changes of feeds, so that *Undo* puts the feeds back that nobody changed since. Kept for ten minutes, through
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
   * and never reads its own writes: a store may collect them until `work` has resolved. It may run a second time after
   * a lost connection. Writes that return a value (`seal`, `split`, `settle`) are never part of a transaction.
   * @throws NotSaved if the writes failed, else the error of `work`
   */
  run<T>(of: SettingsOwner, work: () => Promise<T>): Promise<T>;
}

/** What of a watch goes into a file. */
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

/** The first fault of an entry. `field`: `filter.maxPrice`. */
export type EntryFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'missing' | 'empty' | 'number' | 'wrong' | 'unknown'; readonly field: string }
  | { readonly kind: 'values'; readonly field: string; readonly values: readonly string[] }
  /** `long`: of letters, or of a list's parts. */
  | { readonly kind: 'most' | 'least' | 'long'; readonly field: string; readonly limit: number };

/**
 * The content of a file. `refused`: invalid entries by position from 1, and why. `fault`: why the file as a whole is
 * invalid.
 */
export type WatchFile =
  | { readonly fault: 'newer' | 'other' }
  | {
      readonly fault: null;
      readonly drafts: readonly { readonly place: number; readonly draft: WatchDraft }[];
      readonly refused: readonly { readonly place: number; readonly why: EntryFault }[];
    };

/** A person's watches as a JSON file, checked by the schema that the store uses. */
export interface WatchFiles {
  write(watches: readonly Watch[]): string;
  /** @param readPrice reads a price that was typed as text, such as `32 for 3`; null if it is none */
  read(text: string, readPrice: (typed: string) => number | null): WatchFile;
}
