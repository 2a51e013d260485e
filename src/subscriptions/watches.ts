import { randomBytes } from 'node:crypto';
import type { Market } from '../market/market.ts';
import { type Filter, filterKey } from '../market/search/filter.ts';
import type { WatchDraft } from '../ports/settings.ts';
import { termsOfWatch } from '../routing/under-worth.ts';
import type { Watch } from '../routing/watch.ts';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';
import { withNames } from './player-names.ts';
import { type TermsFault, watchTermsFault } from './terms.ts';

/**
 * Creates a user's watch from a draft.
 * @param locale BCP 47
 * @param now epoch ms
 */
export function newWatch(draft: WatchDraft, userId: string, locale: string, now: number): Watch {
  return { type: 'watch', ...draft, id: newId(), userId, snoozedUntil: null, locale, createdAt: now };
}

/**
 * 72 bits, so that no id repeats: a store that finds an id in use would overwrite another user's watch. Old ids have 8
 * hex digits.
 */
const ID_BYTES = 9;

/** @returns an id for a watch or a feed, unique among many millions */
export function newId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

/** The reason why a user cannot have a watch: its terms, an equal watch (`twin`), or the maximum number of watches. */
export type WatchRefusal =
  | { readonly kind: 'terms'; readonly fault: TermsFault }
  | { readonly kind: 'twin'; readonly twin: Watch }
  | { readonly kind: 'too-many'; readonly count: number };

/**
 * @param among the user's other watches
 * @param before the filter before an edit
 * @returns the reason why a user cannot have a watch, or null if they can
 */
export function watchRefusal(
  draft: WatchDraft,
  among: readonly Watch[],
  market: Market | null,
  mostWatches: number,
  before?: Filter,
): WatchRefusal | null {
  const fault = watchTermsFault(draft, before);
  if (fault !== null) return { kind: 'terms', fault };
  const wish = watchWish(withNames(draft, market));
  const twin = among.find((watch) => watchWish(withNames(watch, market)) === wish);
  if (twin) return { kind: 'twin', twin };
  return among.length >= mostWatches ? { kind: 'too-many', count: among.length } : null;
}

/** Returns the parts that make two watches the same; repetition, cooldown and end do not count. */
function watchWish({ item, trigger, price, filter, ...terms }: WatchDraft): string {
  const { discount, minSaving } = termsOfWatch({ filter, ...terms });
  const deal = trigger === 'under-worth' ? [discount, minSaving] : [];
  return [trigger, price, ...deal, item?.type, item?.key, filterKey(filter)].join(' ');
}

const SNOOZE_MS = HOUR_MS;
const EXTENSION_MS = 30 * DAY_MS;

/**
 * Whether the watch has expired.
 * @param now epoch ms, as in all functions here
 */
export function hasEnded({ expiresAt }: Pick<Watch, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** @returns when the watch's snooze ends, epoch ms, or null if it is not snoozed */
export function snoozeEnd({ snoozedUntil }: Pick<Watch, 'snoozedUntil'>, now: number): number | null {
  return snoozedUntil !== null && snoozedUntil > now ? snoozedUntil : null;
}

/** Snoozes a watch for an hour. */
export function snoozed(watch: Watch, now: number): Watch & { readonly snoozedUntil: number } {
  return { ...watch, snoozedUntil: now + SNOOZE_MS };
}

/** Ends the pause and the snooze of a watch. */
export function resumed(watch: Watch): Watch {
  return { ...watch, paused: false, snoozedUntil: null };
}

/**
 * Extends a watch by 30 days from its end, or from now if it has expired.
 * @returns null if it never expires
 */
export function extended(watch: Watch, now: number): Watch | null {
  if (watch.expiresAt === null) return null;
  return { ...watch, expiresAt: Math.max(watch.expiresAt, now) + EXTENSION_MS };
}
