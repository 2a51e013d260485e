import { filterKey } from '../market/search/filter.ts';
import type { Journal } from '../ports/journal.ts';
import type { Settings } from '../ports/settings.ts';
import type { Subscriptions } from '../ports/subscriptions.ts';
import type { Feed } from '../routing/feed.ts';
import type { Target } from '../routing/notice.ts';
import { targetOf } from '../routing/target.ts';

interface FeedParts {
  readonly subscriptions: Pick<Subscriptions, 'feedsOf' | 'get' | 'of'>;
  /** Whose writes show in `subscriptions`. */
  readonly settings: Pick<Settings, 'putFeed'>;
  readonly journal: Pick<Journal, 'move'>;
  /** Whatever was put off for these targets is looked at again. */
  readonly wake: (targets: readonly Target[]) => void;
  /** Opens a person's direct messages early; never rejects. */
  readonly openDirectMessages: (userId: string) => Promise<void>;
  /** Why Discord refuses a target, as a JSON error code; null: it does not. */
  readonly pauseCodeOf: (target: Target) => Promise<number | null>;
  readonly resume: (target: Target) => Promise<void>;
}

/** Another feed of the same channel that asks the same; looks and rates are not part of it. */
export async function twinOf(
  feed: Feed,
  { subscriptions }: Pick<FeedParts, 'subscriptions'>,
): Promise<Feed | undefined> {
  const others = (await subscriptions.feedsOf(feed.guildId)).filter(({ id }) => id !== feed.id);
  return others.find((other) => other.channelId === feed.channelId && wishOf(other) === wishOf(feed));
}

/** Saves a feed that is new or changed. What waits because of it moves along with it. @throws NotSaved */
export async function saveFeed(feed: Feed, parts: Omit<FeedParts, 'pauseCodeOf' | 'resume'>): Promise<void> {
  const { subscriptions, settings, journal, wake, openDirectMessages } = parts;
  const before = await subscriptions.get(feed.id);
  await settings.putFeed(feed);
  if (before?.type === 'feed' && before.channelId !== feed.channelId) {
    await journal.move(feed.id, targetOf(before), targetOf(feed));
  }
  wake([targetOf(feed)]);
  await openDirectMessages(feed.makerId);
}

/**
 * Starts a paused feed again, and all feeds of its channel where Discord's refusal had paused them.
 * @returns whether it had, and how many others are on there
 */
export async function unpauseFeed(
  feed: Feed,
  { subscriptions, settings, wake, pauseCodeOf, resume }: Omit<FeedParts, 'journal' | 'openDirectMessages'>,
): Promise<{ readonly wasRefused: boolean; readonly othersOn: number }> {
  const target = targetOf(feed);
  await settings.putFeed({ ...feed, paused: false });
  const wasRefused = (await pauseCodeOf(target)) !== null;
  await resume(target);
  wake([target]);
  const othersOn = (await subscriptions.of(target)).filter((other) => other.id !== feed.id && !other.paused).length;
  return { wasRefused, othersOn };
}

/** What makes two feeds of a channel the same. */
function wishOf({ kind, filter, minValue }: Feed): string {
  return [kind, minValue, filterKey(filter)].join(' ');
}
