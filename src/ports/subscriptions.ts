import type { Feed, FeedKind } from '../routing/feed.ts';
import type { Target } from '../routing/notice.ts';
import type { Person } from '../routing/person.ts';
import type { QuietHours } from '../routing/quiet.ts';
import type { Watch } from '../routing/watch.ts';

/** The feeds and watches that a target's notices are judged by. */
export interface SubscriptionLookup {
  get(id: string): Feed | Watch | undefined;
  /** Those whose notices go to this target. */
  of(target: Target): readonly (Feed | Watch)[];
  /** The quiet hours that one keeps; null: none. */
  quietOf(subscription: Feed | Watch): QuietHours | null;
}

/** The feeds and watches, and what people set for themselves, as they stand when asked. Rejects with the store's error. */
export interface Subscriptions {
  /** What stands of this target and of these ids, in one: it is asked before a message is made, and looked at while that goes on. */
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
  /** Watches that end before then, epoch ms, or that tell once; what is put or removed meanwhile may be among them or not. */
  endingBefore(at: number): AsyncIterable<Watch>;
  /** Every feed and watch; what is put or removed meanwhile may be among them or not. */
  all(): AsyncIterable<Feed | Watch>;
  /** The keys of the identities that watches name. */
  watchedKeys(): Promise<ReadonlySet<string>>;
}
