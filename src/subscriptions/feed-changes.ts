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
  /** Its writes show in `subscriptions`. */
  readonly settings: Pick<Settings, 'putFeed'>;
  readonly journal: Pick<Journal, 'move'>;
  /** Whatever was put off for these targets is looked at again. */
  readonly wake: (targets: readonly Target[]) => void;
  /** Opens a person's direct messages early; never rejects. */
  readonly openDirectMessages: (userId: string) => Promise<void>;
  /** Why Discord refuses a target, as a JSON error code; null: it does not. */
  readonly pauseCodeOf: (target: Target) => Promise<number | null>;
  /** `isKept`: notices from before the pause still wait, and follow. `save` calls `end`, which ends the pause. */
  readonly resume: (
    target: Target,
    save: (end: () => Promise<void>) => Promise<void>,
  ) => Promise<{ readonly isKept: boolean }>;
}

interface RemoveParts {
  readonly settings: Pick<Settings, 'removeFeed'>;
}

interface SaveParts extends Omit<FeedParts, 'pauseCodeOf' | 'resume'> {
  readonly market: () => Market | null;
}

/**
 * Why a feed is not saved.
 * - `twin`: another feed of its channel asks the same; looks and rates are not part of it.
 * - `too-many`: its server has as many feeds as it can have.
 * - `changed`: it is not as the caller expected it.
 */
export type FeedRefusal =
  | { readonly kind: 'twin'; readonly twin: Feed }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'changed' };

/**
 * Saves a feed that is new or changed, unless its server has such a one, or as many as it can have. What waits because of it moves
 * along with it.
 * @param expected the feed as it must stand now, null if it must not exist. Absent if it is saved however it stands
 * @throws NotSaved, NotWritten
 */
export async function saveFeed(
  feed: Feed,
  most: number,
  parts: SaveParts,
  expected?: Feed | null,
): Promise<FeedRefusal | null> {
  const { transactions, wake, openDirectMessages } = parts;
  const refusal = await transactions.run(`guild:${feed.guildId}`, () => write(feed, most, parts, expected));
  if (refusal !== null) return refusal;
  wake([targetOf(feed)]);
  await openDirectMessages(feed.makerId);
  return null;
}

async function write(
  feed: Feed,
  most: number,
  { subscriptions, settings, journal, market }: SaveParts,
  expected: Feed | null | undefined,
): Promise<FeedRefusal | null> {
  const feeds = await subscriptions.feedsOf(feed.guildId);
  const before = feeds.find(({ id }) => id === feed.id);
  if (expected !== undefined && !isSame(before ?? null, expected)) return { kind: 'changed' };
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
 * Stops a feed, or starts it again, as it stands by then: one that is edited or removed meanwhile stays so.
 * @param alongWith writes more in the same transaction
 * @returns whether it is still there
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

/** Removes a feed. @throws NotSaved */
export function removeFeed(
  { id, guildId }: Feed,
  { transactions, settings }: Pick<FeedParts, 'transactions'> & RemoveParts,
): Promise<void> {
  return transactions.run(`guild:${guildId}`, () => settings.removeFeed(id));
}

/**
 * Starts a paused feed again, and all feeds of its channel where Discord's refusal had paused them.
 * @returns whether it had, whether notices from before follow, and how many others are on there; null if the feed was removed
 */
export async function unpauseFeed(
  feed: Feed,
  parts: Omit<FeedParts, 'journal' | 'openDirectMessages'>,
): Promise<{ readonly wasRefused: boolean; readonly isKept: boolean; readonly othersOn: number } | null> {
  const { subscriptions, wake, pauseCodeOf, resume } = parts;
  const target = targetOf(feed);
  const wasRefused = (await pauseCodeOf(target)) !== null;
  let isThere = false;
  // The feed and its channel start in one transaction, or a fault in between would leave the feed on and its channel
  // refused.
  const { isKept } = await resume(target, async (end) => {
    isThere = await setPaused(feed, false, parts, end);
  });
  if (!isThere) return null;
  wake([target]);
  const othersOn = (await subscriptions.of(target)).filter((other) => other.id !== feed.id && !other.paused).length;
  return { wasRefused, isKept, othersOn };
}

/** Crier itself changes the language of a feed that has none of its own. */
function isSame(feed: Feed | null, expected: Feed | null): boolean {
  const locale = feed?.hasOwnLanguage === false ? { locale: feed.locale } : {};
  return isDeepStrictEqual(feed, expected && { ...expected, ...locale });
}

/** A feed saved by a player's name alone is the same as one with the uuid. */
function isTwin(other: Feed, feed: Feed, market: Market | null): boolean {
  return other.channelId === feed.channelId && wishOf(withNames(other, market)) === wishOf(withNames(feed, market));
}

/** The parts that make two feeds of a channel the same. */
function wishOf(feed: Feed): string {
  const { kind, filter, minValue } = feed;
  const { discount, minSaving } = termsOfFeed(feed);
  return [kind, minValue, ...(kind === 'deals' ? [discount, minSaving] : []), filterKey(filter)].join(' ');
}
