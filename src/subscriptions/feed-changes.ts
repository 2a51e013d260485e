import { isDeepStrictEqual } from 'node:util';
import type { Market } from '../market/market.ts';
import { filterKey } from '../market/search/filter.ts';
import type { Journal } from '../ports/journal.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import type { Feed } from '../routing/feed.ts';
import { type Target, targetOf } from '../routing/notice.ts';
import { termsOfFeed } from '../routing/under-worth.ts';
import { withNames } from './player-names.ts';

interface FeedParts {
  readonly transactions: SettingsTransactions;
  readonly subscriptions: Pick<Subscriptions, 'feedsOf' | 'get' | 'of'>;
  /** A write also updates `subscriptions`. */
  readonly settings: Pick<Settings, 'putFeed'>;
  readonly journal: Pick<Journal, 'move'>;
  /** Lets delivery reconsider the notices that these targets deferred. */
  readonly wake: (targets: readonly Target[]) => void;
  /** Opens a user's direct messages early. Never rejects. */
  readonly openDirectMessages: (userId: string) => Promise<void>;
  /** @returns the JSON error code with which Discord rejects a target, or null if it does not */
  readonly pauseCodeOf: (target: Target) => Promise<number | null>;
  /**
   * Ends the pause of a target. `isKept` is true if notices from before the pause are still delivered; `save` calls
   * `end`, which writes the end of the pause.
   */
  readonly resume: (
    target: Target,
    save: (end: () => Promise<void>) => Promise<void>,
  ) => Promise<{ readonly isKept: boolean }>;
}

interface RemoveFeedParts {
  readonly settings: Pick<Settings, 'removeFeed'>;
}

interface SaveParts extends Omit<FeedParts, 'pauseCodeOf' | 'resume'> {
  readonly market: () => Market | null;
}

/**
 * The reason why a feed is not saved.
 * - `twin`: another feed of its channel has the same kind and filters; styles and intervals do not count.
 * - `too-many`: its server has the maximum number of feeds.
 * - `changed`: it differs from the feed that the caller expected.
 */
export type FeedRefusal =
  | { readonly kind: 'twin'; readonly twin: Feed }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'changed' };

/**
 * Saves a new or changed feed, unless its server has an equal one or the maximum number. Its waiting notices move with
 * it to another channel.
 * @param expected the feed as it must be stored now, or null if it must not exist; absent if any stored feed may be
 * overwritten
 * @returns the reason why the feed was not saved, or null
 * @throws NotSaved, NotWritten
 */
export async function saveFeed(
  feed: Feed,
  most: number,
  parts: SaveParts,
  expected?: Feed | null,
): Promise<FeedRefusal | null> {
  const { transactions, wake, openDirectMessages } = parts;
  const refusal = await transactions.run(`guild:${feed.guildId}`, () => writeFeed(feed, most, parts, expected));
  if (refusal !== null) return refusal;
  wake([targetOf(feed)]);
  await openDirectMessages(feed.makerId);
  return null;
}

async function writeFeed(
  feed: Feed,
  most: number,
  { subscriptions, settings, journal, market }: SaveParts,
  expected: Feed | null | undefined,
): Promise<FeedRefusal | null> {
  const feeds = await subscriptions.feedsOf(feed.guildId);
  const before = feeds.find(({ id }) => id === feed.id);
  if (expected !== undefined && !isExpected(before ?? null, expected)) return { kind: 'changed' };
  const twin = feeds.find((other) => other !== before && isTwin(other, feed, market()));
  if (twin !== undefined) return { kind: 'twin', twin };
  if (before === undefined && feeds.length >= most) return { kind: 'too-many' };
  await settings.putFeed(feed);
  if (before !== undefined && before.channelId !== feed.channelId) {
    await journal.move(feed.id, targetOf(before), targetOf(feed));
  }
  return null;
}

/**
 * Pauses or resumes a feed in its present state: an edit or removal by another user meanwhile is kept.
 * @param alongWith writes more in the same transaction
 * @returns whether the feed still exists
 * @throws NotSaved
 */
export function setPaused(
  { id, guildId }: Feed,
  paused: boolean,
  { transactions, subscriptions, settings }: Pick<FeedParts, 'transactions' | 'subscriptions' | 'settings'>,
  alongWith?: () => Promise<void>,
): Promise<boolean> {
  return transactions.run(`guild:${guildId}`, async () => {
    const feed = await subscriptions.get(id);
    if (feed?.type !== 'feed') return false;
    await settings.putFeed({ ...feed, paused });
    await alongWith?.();
    return true;
  });
}

/**
 * Removes a feed.
 * @throws NotSaved
 */
export function removeFeed(
  { id, guildId }: Feed,
  { transactions, settings }: Pick<FeedParts, 'transactions'> & RemoveFeedParts,
): Promise<void> {
  return transactions.run(`guild:${guildId}`, () => settings.removeFeed(id));
}

/**
 * Resumes a paused feed, and all feeds of its channel if Discord's rejection had paused them.
 * @returns `wasRefused`: whether the channel was paused by a rejection; `isKept`: whether notices from before are
 * delivered; `othersOn`: the number of other active feeds in the channel. Null if the feed was removed.
 */
export async function unpauseFeed(
  feed: Feed,
  parts: Omit<FeedParts, 'journal' | 'openDirectMessages'>,
): Promise<{ readonly wasRefused: boolean; readonly isKept: boolean; readonly othersOn: number } | null> {
  const { subscriptions, wake, pauseCodeOf, resume } = parts;
  const target = targetOf(feed);
  const wasRefused = (await pauseCodeOf(target)) !== null;
  let isThere = false;
  // The feed and its channel resume in one transaction. A fault in between would leave the feed on and its channel
  // paused.
  const { isKept } = await resume(target, async (end) => {
    isThere = await setPaused(feed, false, parts, end);
  });
  if (!isThere) return null;
  wake([target]);
  const othersOn = (await subscriptions.of(target)).filter((other) => other.id !== feed.id && !other.paused).length;
  return { wasRefused, isKept, othersOn };
}

/**
 * Compares a feed with the expected one. The language of a feed without one of its own does not count, because Crier
 * itself changes it.
 */
function isExpected(feed: Feed | null, expected: Feed | null): boolean {
  const locale = feed?.hasOwnLanguage === false ? { locale: feed.locale } : {};
  return isDeepStrictEqual(feed, expected && { ...expected, ...locale });
}

/** Whether two feeds ask the same. A feed saved by a player's name alone equals one with the uuid. */
function isTwin(other: Feed, feed: Feed, market: Market | null): boolean {
  return other.channelId === feed.channelId && feedWish(withNames(other, market)) === feedWish(withNames(feed, market));
}

/** Returns the parts that make two feeds of a channel the same. */
function feedWish(feed: Feed): string {
  const { kind, filter, minValue } = feed;
  const { discount, minSaving } = termsOfFeed(feed);
  return [kind, minValue, ...(kind === 'deals' ? [discount, minSaving] : []), filterKey(filter)].join(' ');
}
