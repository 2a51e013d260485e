import { RESTJSONErrorCodes as ErrorCode } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { Feed, FeedPermission } from '../../../routing/feed.ts';
import type { RetriedRefusal } from '../../../routing/retried-refusal.ts';
import { PERMANENT_CODES } from '../../rest/faults.ts';
import { formatPermissions, formatRefusal, formatRemedy, formatRetried } from '../words/refusal.ts';
import { stamp, stampRecent } from '../words/text.ts';

/**
 * The reason why posts cannot mention a role.
 * - `gone`: the server has no such role
 * - `not-mentionable`: not everybody may mention it, and Crier lacks Mention Everyone in the channel
 */
export type RoleFault = 'gone' | 'not-mentionable';

/**
 * The current state of a channel of feeds.
 * - `seen`: Crier sees it, and lacks the permissions `lacking`
 * - `gone`: Discord does not know it
 * - `hidden`: a private thread without Crier
 * - `locked`: a thread where only moderators can write
 * - `unanswered`: Discord did not answer
 */
export type ChannelNow =
  | { readonly kind: 'seen'; readonly lacking: readonly FeedPermission[] }
  | { readonly kind: 'gone' | 'hidden' | 'locked' | 'unanswered' };

/**
 * A channel's current state, and Discord's refusals there.
 */
export interface ChannelStanding {
  readonly now: ChannelNow;
  /** The pause after a refusal: its time (epoch ms) and Discord's JSON error code, or null. */
  readonly stopped: { readonly at: number; readonly code: number } | null;
  /** The refusal that Crier retries, or null. */
  readonly retried: RetriedRefusal | null;
  /** End of the time without files after Discord refused them (epoch ms). Null or absent if it did not lately. */
  readonly noFilesUntil?: number | null;
  /** The state of publishing its posts. Absent if no feed of the channel publishes. */
  readonly publishing?: {
    readonly fullUntil: number | null;
    readonly refused: { readonly at: number; readonly code: number } | null;
  };
}

/**
 * Current quiet hours of a feed.
 */
export interface QuietNow {
  /** End of the quiet hours (epoch ms). */
  readonly until: number;
  /** The number of held events, or null if there are too many to count. */
  readonly held: number | null;
  readonly now: number;
}

type LackingKey = 'feed.lacking' | 'feed.check.lacking';

/** Discord's error codes for a post in a channel of each state. */
const POST_CODES = { gone: ErrorCode.UnknownChannel, hidden: ErrorCode.MissingAccess, locked: ErrorCode.ThreadLocked };

/** Returns whether feeds can be posted in a channel of this state. */
export function canPost(now: ChannelNow): boolean {
  return now.kind === 'seen' && stoppingFeeds(now.lacking).length === 0;
}

/** Returns whether the cause of a refusal is gone. `ChannelNow` covers the causes of all codes that pause at once. */
export function isFixed(code: number, now: ChannelNow): boolean {
  return canPost(now) && PERMANENT_CODES.channel.has(code);
}

/** Returns whether Discord accepts the feeds of a channel, as far as Crier knows. */
export function isOpen({ now, stopped, retried }: ChannelStanding): boolean {
  return stopped === null && retried === null && (canPost(now) || now.kind === 'unanswered');
}

/**
 * Formats the obstacles of a channel's feeds and how to fix them, including missing pictures and publishing.
 *
 * @returns the lines, or none without an obstacle
 */
export function formatStanding(
  standing: ChannelStanding,
  feeds: readonly Feed[],
  language: Language,
  key: LackingKey = 'feed.check.lacking',
): readonly string[] {
  return [...formatObstacles(standing, feeds, language, key), ...formatPublishing(standing, feeds, language)];
}

function formatPublishing({ publishing }: ChannelStanding, feeds: readonly Feed[], language: Language): string[] {
  if (publishing === undefined || !feeds.some(({ publishes }) => publishes === true)) return [];
  const { fullUntil, refused } = publishing;
  if (fullUntil !== null) return [language.say('feed.publish-full', { until: stamp(fullUntil, 't') })];
  if (refused === null) return [];
  const why = formatRefusal(refused.code, language);
  return [language.say('feed.publish-refused', { when: stamp(refused.at, 'R'), why })];
}

function formatObstacles(
  { now, stopped, retried, noFilesUntil = null }: ChannelStanding,
  feeds: readonly Feed[],
  language: Language,
  key: LackingKey,
): readonly string[] {
  const lacking = now.kind === 'seen' ? now.lacking : [];
  if (stopped === null && retried !== null) {
    return [...formatLacking(key, lacking, feeds, language), formatRetried(retried, language)];
  }
  if (stopped === null) {
    if (now.kind === 'seen') {
      const lines = formatLacking(key, lacking, feeds, language);
      const isNoted = lines.length === 0 && noFilesUntil !== null && showPictures(feeds);
      return isNoted ? [language.say('feed.files-refused', { until: stamp(noFilesUntil, 't') })] : lines;
    }
    if (now.kind === 'unanswered') return [language.say('feed.check.unanswered')];
    const code = POST_CODES[now.kind];
    const why = now.kind === 'gone' ? formatWhy(code, language) : formatRefusal(code, language);
    return [language.say('feed.blocked', { why })];
  }
  const when = stamp(stopped.at, 'R');
  if (stoppingFeeds(lacking).length > 0) {
    return [language.say('feed.still-lacking', { when, permissions: formatPermissions(lacking, language) })];
  }
  const pictures = formatLacking(key, lacking, feeds, language);
  if (isFixed(stopped.code, now)) return [language.say('feed.ready', { when }), ...pictures];
  const code = now.kind === 'seen' || now.kind === 'unanswered' ? stopped.code : POST_CODES[now.kind];
  return [language.say('feed.check.stopped', { when, why: formatWhy(code, language) }), ...pictures];
}

/** Returns the missing permissions without which nothing can be posted. */
export function stoppingFeeds(lacking: readonly FeedPermission[]): readonly FeedPermission[] {
  return lacking.filter((permission) => permission !== 'attach-files');
}

/** Formats the missing permissions that stop a channel's feeds, or that leave them without pictures. */
export function formatLacking(
  key: LackingKey,
  lacking: readonly FeedPermission[],
  feeds: readonly Feed[],
  language: Language,
): readonly string[] {
  const stopping = stoppingFeeds(lacking);
  if (stopping.length > 0) return [language.say(key, { permissions: formatPermissions(lacking, language) })];
  if (lacking.length === 0 || !showPictures(feeds)) return [];
  return [language.say('feed.no-pictures', { permission: formatPermissions(lacking, language) })];
}

function showPictures(feeds: readonly Feed[]): boolean {
  return feeds.some(({ kind }) => kind !== 'health');
}

/** Explains why a feed's posts cannot mention its role, and how to fix it. */
export function formatRoleFault({ roleId }: Feed, fault: RoleFault, language: Language): string {
  if (fault === 'gone') return language.say('feed.role-gone');
  const permission = `**${language.say('feed.permission.mention-everyone')}**`;
  return language.say('feed.role-not-mentionable', { role: `<@&${roleId}>`, permission });
}

/** Formats `quiet until 7:00 AM · 3 events held`. */
export function formatQuietNow({ until, held, now }: QuietNow, language: Language): string {
  const quiet = language.say('feed.quiet-now', { when: stampRecent(until, now) });
  return held === null || held === 0 ? quiet : `${quiet} · ${language.say('feed.held', { n: held })}`;
}

/** Explains why Discord refuses a channel, and how to fix it. */
export function formatWhy(code: number, language: Language): string {
  return language.say('feed.why', { why: formatRefusal(code, language), remedy: formatRemedy(code, language) });
}
